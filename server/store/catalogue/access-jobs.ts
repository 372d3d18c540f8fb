import { z } from 'zod';
import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { visibilityOf } from './audience.ts';
import { writeApisOfProducts, writeProductTexts } from './product-texts.ts';

interface ProductRow {
  key: number;
  visibility: number;
  approval: number;
}

const findProduct = statement<ProductRow>('SELECT key, visibility, approval FROM Product WHERE slug = ?');
const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const update = statement('UPDATE Product SET visibility = ?, approval = ?, updatedAt = ? WHERE key = ?');

interface Audited {
  visibility: string;
  approval: string;
}

const auditedOf = (visibility: number, approval: number): Audited => ({
  visibility: visibilityOf(visibility),
  approval: approval === 1 ? 'required' : 'none',
});

/** Says who sees a product, and whether calls need approval. */
export const setVisibility = job({
  name: 'set-visibility',
  payload: z.strictObject({
    slug: z.string(),
    visibility: z.literal([0, 1, 2]),
    approval: z.literal([0, 1]).optional(),
    now: z.int(),
  }),
  publishes: 'catalogue',
  *steps({ slug, visibility, approval, now }): Steps<{ before: Audited | null; after: Audited | null }> {
    const product = yield* first(findProduct, slug);
    if (!product) return { before: null, after: null };
    const needs = approval ?? product.approval;
    const before = auditedOf(product.visibility, product.approval);
    if (product.visibility === visibility && product.approval === needs) return { before, after: null };
    yield* run(update, visibility, needs, timeOf(now), product.key);
    yield* writeProductTexts(product.key);
    yield* writeApisOfProducts([product.key]);
    return { before, after: auditedOf(visibility, needs) };
  },
  audit: ({ slug }, { before, after }) =>
    before && after ? { target: slug, before: { ...before }, after: { ...after } } : null,
});

const grant = statement(
  `INSERT INTO ProductGrant (productKey, accountKey, grantedAt, grantedBy, grantedById) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (accountKey, productKey) DO NOTHING`,
);
const withdraw = statement('DELETE FROM ProductGrant WHERE accountKey = ? AND productKey = ?');

interface Grant {
  slug: string;
  accountId: string;
}

/** Undefined if there is no such product or account. */
function* findBoth({ slug, accountId }: Grant): Steps<{ product: number; account: number } | undefined> {
  const product = yield* first(findProduct, slug);
  const account = yield* first(findAccount, accountId);
  return product && account && { product: product.key, account: account.key };
}

/** Lets an account see a product for chosen accounts. */
export const grantAccess = job({
  name: 'grant-access',
  publishes: 'grants',
  *steps({ now, ...wanted }: Grant & { now: number }, author: Author): Steps<{ granted: boolean }> {
    const found = yield* findBoth(wanted);
    if (!found) return { granted: false };
    const by = [author.kind, author.id];
    return { granted: (yield* run(grant, found.product, found.account, timeOf(now), ...by)) > 0 };
  },
  audit: ({ slug, accountId }, { granted }) =>
    granted ? { target: accountId, after: { product: slug } } : null,
});

export const withdrawAccess = job({
  name: 'withdraw-access',
  publishes: 'grants',
  *steps(wanted: Grant): Steps<{ withdrawn: boolean }> {
    const found = yield* findBoth(wanted);
    return { withdrawn: !!found && (yield* run(withdraw, found.account, found.product)) > 0 };
  },
  audit: ({ slug, accountId }, { withdrawn }) =>
    withdrawn ? { target: accountId, before: { product: slug } } : null,
});
