import { z } from 'zod';
import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { visibilityOf } from './audience.ts';
import { writeApisOfProducts, writeProductTexts } from './product-texts.ts';

const findProduct = statement<{ key: number; visibility: number }>(
  'SELECT key, visibility FROM Product WHERE slug = ?',
);
const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const update = statement('UPDATE Product SET visibility = ?, updatedAt = ? WHERE key = ?');

/** Says who sees a product. */
export const setVisibility = job({
  name: 'set-visibility',
  payload: z.strictObject({ slug: z.string(), visibility: z.literal([0, 1, 2]), now: z.int() }),
  publishes: 'catalogue',
  *steps({ slug, visibility, now }): Steps<{ before: number | null }> {
    const product = yield* first(findProduct, slug);
    if (!product) return { before: null };
    if (product.visibility === visibility) return { before: visibility };
    yield* run(update, visibility, timeOf(now), product.key);
    yield* writeProductTexts(product.key);
    yield* writeApisOfProducts([product.key]);
    return { before: product.visibility };
  },
  audit: ({ slug, visibility }, { before }) =>
    before === null || before === visibility
      ? null
      : {
          target: slug,
          before: { visibility: visibilityOf(before) },
          after: { visibility: visibilityOf(visibility) },
        },
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
