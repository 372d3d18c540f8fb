import { noTerms } from '../../../lib/product/catalogue-entry.ts';
import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

interface PageOfTerms {
  key: number;
  title: string;
  number: number;
}

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const findPage = statement<PageOfTerms>(
  'SELECT key, title, number FROM PortalPage WHERE slug = ? AND deletedAt IS NULL',
);
const findTerms = statement<{ slug: string }>(
  'SELECT g.slug AS slug FROM ProductTerms t JOIN PortalPage g ON g.key = t.pageKey WHERE t.productKey = ?',
);
const setTo = statement(
  `INSERT INTO ProductTerms (productKey, pageKey) VALUES (?, ?)
     ON CONFLICT (productKey) DO UPDATE SET pageKey = excluded.pageKey`,
);
const forget = statement('DELETE FROM ProductTerms WHERE productKey = ?');

/** Of a catalogue file: a page, or none. */
export function* writeTerms(productKey: number, page: string): Steps<void> {
  if (page === noTerms) yield* run(forget, productKey);
  const found = yield* first(findPage, page);
  if (found) yield* run(setTo, productKey, found.key);
}

/** Says which page an account has to accept before it calls a product; null: none. */
export const setTerms = job({
  name: 'set-terms',
  publishes: 'catalogue',
  *steps({
    slug,
    page,
  }: {
    slug: string;
    page: string | null;
  }): Steps<{ outcome: 'set' | 'same' | 'none'; before: string | null }> {
    const product = yield* first(findProduct, slug);
    const found = page === null ? undefined : yield* first(findPage, page);
    if (!product || (page !== null && !found)) return { outcome: 'none', before: null };
    const before = (yield* first(findTerms, product.key))?.slug ?? null;
    if (before === page) return { outcome: 'same', before };
    if (found) yield* run(setTo, product.key, found.key);
    else yield* run(forget, product.key);
    return { outcome: 'set', before };
  },
  audit: ({ slug, page }, { outcome, before }) =>
    outcome === 'set' ? { target: slug, before: { terms: before }, after: { terms: page } } : null,
});

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const accept = statement(
  `INSERT INTO TermsAcceptance (pageKey, accountKey, number, acceptedAt, acceptedById) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (accountKey, pageKey, number) DO NOTHING`,
);

interface Acceptance {
  accountId: string;
  page: string;
  /** The number of the version that the person has read. */
  version: number;
  now: number;
}

/** A person accepts a page for an account, if they have read what it says now. */
export const acceptTerms = job({
  name: 'accept-terms',
  publishes: 'grants',
  *steps(
    { accountId, page, version, now }: Acceptance,
    author: Author,
  ): Steps<{ outcome: 'accepted' | 'before' | 'changed' | 'none' }> {
    const found = yield* first(findPage, page);
    const account = yield* first(findAccount, accountId);
    if (!found || !account || author.kind !== 'person' || author.id === null) return { outcome: 'none' };
    if (found.number !== version) return { outcome: 'changed' };
    const added = yield* run(accept, found.key, account.key, version, timeOf(now), author.id);
    return { outcome: added > 0 ? 'accepted' : 'before' };
  },
  audit: ({ accountId, page, version }, { outcome }) =>
    outcome === 'accepted' ? { target: accountId, after: { page, version } } : null,
});
