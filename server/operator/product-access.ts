import type { z } from 'zod';
import type {
  accessBody,
  AccountAccessList,
  ProductAccessList,
  visibilityBody,
  withdrawalBody,
} from '../../lib/operator/product-access.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { visibilityNumber, visibilityOf } from '../store/catalogue/audience.ts';
import type { GrantRow } from '../store/catalogue/read-access.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import { requireAccount } from './accounts.ts';
import type { OperatorChange } from './change.ts';
import { findPublished } from './product-releases.ts';

/** The accounts that see a product for chosen accounts. */
export async function listProductAccess(
  context: Context,
  slug: string,
  wish: PageWish,
): Promise<ProductAccessList> {
  const { visibility } = await findPublished(context, slug);
  const { rows, next } = await context.store.access.ofProduct(slug, wish);
  const by = await authorsOf(context, rows);
  return {
    visibility: visibilityOf(visibility),
    list: rows.map((row) => ({ account: row.account, since: row.grantedAt.toISOString(), by: by(row) })),
    next,
  };
}

/** The products for chosen accounts that an account sees. */
export async function listAccountAccess(
  context: Context,
  accountId: string,
  wish: PageWish,
): Promise<AccountAccessList> {
  await requireAccount(context, accountId);
  const { rows, next } = await context.store.access.ofAccount(accountId, wish);
  const by = await authorsOf(context, rows);
  return {
    list: rows.map((row) => {
      const { id, slug, name, visibility } = row.product;
      const product = { id, slug, name, visibility: visibilityOf(visibility) };
      return { product, since: row.grantedAt.toISOString(), by: by(row) };
    }),
    next,
  };
}

async function authorsOf({ store }: Context, rows: GrantRow[]) {
  const ids = [...new Set(rows.flatMap(({ grantedById }) => grantedById ?? []))];
  const [people, keys] = await Promise.all([store.people.namesOf(ids), store.accounts.keyNamesOf(ids)]);
  return ({ grantedBy: kind, grantedById: id }: GrantRow) => ({
    kind,
    id,
    name: people.get(id ?? '') ?? keys.get(id ?? '') ?? null,
  });
}

type VisibilityWish = z.output<typeof visibilityBody> & { slug: string };

/** Says who sees a product, in the list and everywhere else. */
export const setVisibility: OperatorChange<
  VisibilityWish,
  'set-visibility',
  Pick<VisibilityWish, 'slug' | 'visibility'> & { approval?: 'required' | 'none' },
  Context
> = {
  right: 'publish-product',
  verb: 'set-visibility',
  status: 200,
  async prepare(context, { slug, visibility, approval }) {
    await findPublished(context, slug);
    const needs = approval && (approval === 'required' ? 1 : 0);
    return {
      payload: {
        ...{ slug, visibility: visibilityNumber(visibility), now: Date.now() },
        ...(needs !== undefined && { approval: needs }),
      },
      given: { slug, visibility, ...(approval && { approval }) },
    };
  },
  answer: (_result, given) => given,
};

type AccessWish = z.output<typeof accessBody> & { slug: string };
type Given = { slug: string; account: { id: string; name: string } };

/** Lets an account see a product for chosen accounts. */
export const grantAccess: OperatorChange<AccessWish, 'grant-access', Given, Context> = {
  right: 'change-product-access',
  verb: 'grant-access',
  status: 200,
  async prepare(context, { slug, account: wanted }) {
    await findPublished(context, slug);
    const account = await context.store.access.findAccount(wanted);
    if (!account)
      throw invalidBody([
        {
          pointer: '/account',
          detail: `There is no open account with the id or the exact name ${JSON.stringify(wanted)}.`,
        },
      ]);
    return { payload: { slug, accountId: account.id, now: Date.now() }, given: { slug, account } };
  },
  answer: (_result, given) => given,
};

type WithdrawalWish = z.output<typeof withdrawalBody> & { slug: string; accountId: string };

/** Calls that are under way end as usual; for new ones the product does not exist. */
export const withdrawAccess: OperatorChange<WithdrawalWish, 'withdraw-access', Given, Context> = {
  right: 'change-product-access',
  verb: 'withdraw-access',
  status: 200,
  async prepare(context, { slug, accountId }) {
    await findPublished(context, slug);
    const { id, name } = await requireAccount(context, accountId);
    return { payload: { slug, accountId }, given: { slug, account: { id, name } } };
  },
  answer({ withdrawn }, given) {
    if (withdrawn) return given;
    throw new Problem(
      'not-found',
      `${given.account.name} is not among the accounts chosen for ${given.slug}.`,
    );
  },
};
