import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** Every page that is in the footer is on every page of the portal, and operators read all in one list. */
export const mostPages = 200;
export const mostInFooter = 12;

interface Row {
  key: number;
  number: number;
  title: string;
  inFooter: number;
  needed: number;
  deletedAt: Date | number | null;
}

const find = statement<Row>(
  'SELECT key, number, title, inFooter, needed, deletedAt FROM PortalPage WHERE slug = ?',
);
const findText = statement<{ text: string }>(
  'SELECT text FROM PortalPageVersion WHERE pageKey = ? AND number = ?',
);
const count = statement<{ pages: number; linked: number }>(
  `SELECT count(*) AS pages, coalesce(sum(inFooter), 0) AS linked FROM PortalPage
    WHERE deletedAt IS NULL AND slug <> ?`,
);
const write = statement<{ key: number }>(
  `INSERT INTO PortalPage (slug, title, number, inFooter, needed, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (slug) DO UPDATE SET
       title = excluded.title, number = excluded.number, inFooter = excluded.inFooter, needed = excluded.needed,
       updatedAt = CASE WHEN excluded.number = PortalPage.number THEN PortalPage.updatedAt ELSE excluded.updatedAt END,
       deletedAt = NULL
   RETURNING key`,
);
const addVersion = statement(
  `INSERT INTO PortalPageVersion (pageKey, number, title, text, savedAt, authorKind, authorId, reason, asksAgain)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

interface PageToSave {
  slug: string;
  title: string;
  text: string;
  inFooter: 0 | 1;
  /** Whether accounts that accepted an earlier version have to accept this one. */
  asksAgain: 0 | 1;
  /** The number of its last version when it was read; null: there must be no such page. */
  after: number | null;
  now: number;
}

type Saved =
  | { outcome: 'saved'; number: number; isNew: boolean; before: { title: string; inFooter: number } | null }
  /** Nothing of it differs. */
  | { outcome: 'same'; number: number }
  /** It was saved, made or deleted since; or there are too many. Nothing was written. */
  | { outcome: 'changed' | 'taken' | 'none' | 'too-many' | 'too-many-in-footer' };

/** Writes a page: a version, if its title or text is another. Of two people at once, the second writes nothing. */
export const savePage = job({
  name: 'save-page',
  publishes: 'catalogue',
  *steps(page: PageToSave, author: Author): Steps<Saved> {
    const { slug, title, text, inFooter, asksAgain, after, now } = page;
    const found = yield* first(find, slug);
    const last = found && found.deletedAt === null ? found : undefined;
    if (after === null && last) return { outcome: 'taken' };
    if (after !== null && !last) return { outcome: 'none' };
    if (last && last.number !== after) return { outcome: 'changed' };
    const { pages, linked } = (yield* first(count, slug)) ?? { pages: 0, linked: 0 };
    if (Number(pages) >= mostPages) return { outcome: 'too-many' };
    if (Number(linked) + inFooter > mostInFooter) return { outcome: 'too-many-in-footer' };
    const stored = last && (yield* first(findText, last.key, last.number))?.text;
    const isOther = !last || last.title !== title || stored !== text;
    if (!isOther && last.inFooter === inFooter) return { outcome: 'same', number: last.number };
    const number = (found?.number ?? 0) + (isOther ? 1 : 0);
    const needed = isOther && (!last || asksAgain === 1) ? number : (found?.needed ?? 1);
    const times = [timeOf(now), timeOf(now)];
    const { key } = (yield* first(write, slug, title, number, inFooter, needed, ...times)) ?? { key: 0 };
    const by = [author.kind, author.id, author.reason ?? null];
    if (isOther)
      yield* run(addVersion, key, number, title, text, timeOf(now), ...by, needed === number ? 1 : 0);
    const before = last ? { title: last.title, inFooter: last.inFooter } : null;
    return { outcome: 'saved', number, isNew: !last, before };
  },
  audit({ slug, title, inFooter, asksAgain, after }, result) {
    if (result.outcome !== 'saved') return null;
    const { number, before } = result;
    return {
      target: slug,
      ...(before && { before: { title: before.title, version: after, footer: before.inFooter === 1 } }),
      after: { title, version: number, footer: inFooter === 1, asksAgain: asksAgain === 1 },
    };
  },
});

const remove = statement('UPDATE PortalPage SET deletedAt = ?, inFooter = 0 WHERE key = ?');

const termsOf = statement<{ slug: string }>(
  'SELECT p.slug AS slug FROM ProductTerms t JOIN Product p ON p.key = t.productKey WHERE t.pageKey = ? ORDER BY p.slug LIMIT 1',
);

/** Takes a page off the portal, unless it is the terms of a product. Its versions stay, for operators. */
export const deletePage = job({
  name: 'delete-page',
  publishes: 'catalogue',
  *steps({ slug, now }: { slug: string; now: number }): Steps<{ deleted: string | null; termsOf?: string }> {
    const found = yield* first(find, slug);
    if (!found || found.deletedAt !== null) return { deleted: null };
    const product = yield* first(termsOf, found.key);
    if (product) return { deleted: null, termsOf: product.slug };
    yield* run(remove, timeOf(now), found.key);
    return { deleted: found.title };
  },
  audit: ({ slug }, { deleted }) => (deleted === null ? null : { target: slug, before: { title: deleted } }),
});
