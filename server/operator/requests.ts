import { z } from 'zod';
import { approvalStates } from '../../lib/account/approvals.ts';
import type { decisionBody, RequestList } from '../../lib/operator/product-access.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { utcDay } from '../../lib/text/times.ts';
import type { Caller } from '../callers/caller.ts';
import { findAccounts, orUnknown, productKeysOf } from '../calls/list-calls.ts';
import type { Context } from '../context.ts';
import { filterText, listParameters, pageWish } from '../list-parameters.ts';
import { mayDo, requireRight } from '../rights.ts';
import type { RequestRow } from '../store/catalogue/read-access.ts';
import type { OperatorChange } from './change.ts';

export const requestsQuery = z.object({
  state: z
    .enum(approvalStates, approvalStates.join(', '))
    .optional()
    .meta({ description: 'Only requests in this state.' }),
  account: filterText('Only requests of accounts with this id, or with this text in their name.'),
  product: filterText('Only requests for products with this slug, or with this text in their slug or name.'),
  ...listParameters,
});

const countedMs = 30 * 24 * 60 * 60_000;

/** The requests to call products that need approval, with what is needed to decide. */
export function listRequests(
  context: Context,
  query: z.output<typeof requestsQuery>,
  caller: Caller,
): Promise<RequestList> {
  return orUnknown<RequestList>({ list: [], next: null }, () => requestsOf(context, query, caller));
}

async function requestsOf(
  context: Context,
  { state, account, product, ...query }: z.output<typeof requestsQuery>,
  caller: Caller,
): Promise<RequestList> {
  const { store } = context;
  if (account !== undefined) requireRight(caller, 'read-accounts', 'find requests by account');
  const filter = {
    state,
    accountIds: account === undefined ? undefined : await findAccounts(context, account),
    productKeys: await productKeysOf(context, product),
  };
  const { rows, next } = await store.access.requests(filter, pageWish(query));
  const ids = rows.flatMap(({ askedById, decidedById }) => [askedById ?? [], decidedById ?? []].flat());
  const accounts = [...new Set(rows.map(({ account }) => account.id))];
  const [people, keys, facts] = await Promise.all([
    store.people.namesOf([...new Set(ids)]),
    store.accounts.keyNamesOf([...new Set(ids)]),
    store.access.factsOf(accounts, utcDay(Date.now() - countedMs)),
  ]);
  const names = new Map([...people, ...keys]);
  const seesBalance = mayDo(caller, 'read-accounts');
  const by = (kind: string, id: string | null) => ({ kind, id, name: names.get(id ?? '') ?? null });
  return {
    list: rows.map((row) => ({
      ...{ id: row.id, state: row.state, reason: row.reason, askedAt: row.askedAt.toISOString() },
      product: { slug: row.product.slug, name: row.product.name },
      account: { id: row.account.id, name: row.account.name, since: row.account.createdAt.toISOString() },
      balance: seesBalance ? (facts.get(row.account.id)?.balance ?? null) : null,
      calls: facts.get(row.account.id)?.calls ?? 0,
      by: by(row.askedBy, row.askedById),
      decided: decidedOf(row, by),
    })),
    next,
  };
}

function decidedOf(
  { decidedAt, decidedBy, decidedById, decision }: RequestRow,
  by: (kind: string, id: string | null) => { kind: string; id: string | null; name: string | null },
) {
  if (!decidedAt || decidedBy === null) return null;
  return { at: decidedAt.toISOString(), by: by(decidedBy, decidedById), reason: decision };
}

type Wish = z.output<typeof decisionBody> & { id: string };
type Given = { id: string; state: Wish['state'] };

const says = {
  approved: 'may call it now',
  declined: 'may not call it',
  withdrawn: 'may not call it any more; calls that are under way end as usual',
};

/** Approves or declines a request, or withdraws an approval. */
export const decideRequest: OperatorChange<Wish, 'decide-approval', Given, Context> = {
  right: 'change-product-access',
  verb: 'decide-approval',
  status: 200,
  async prepare(context, { id, state, reason }) {
    const [request] = (await context.store.access.requests({ id }, { before: undefined, most: 1 })).rows;
    if (!request) throw noSuchRequest(id);
    const { product, account } = request;
    const page = new URL(`/products/${product.slug}`, context.settings.url).href;
    const mail = {
      subject: `${product.name}: ${state}`,
      text: [
        `The account ${account.name} ${says[state]}: ${product.name}.`,
        ...(reason === undefined ? [] : [`The reason given: ${reason}`]),
        page,
      ].join('\n\n'),
    };
    return { payload: { id, state, reason: reason ?? null, mail, now: Date.now() }, given: { id, state } };
  },
  answer({ decided }, given) {
    if (decided) return given;
    throw noSuchRequest(given.id);
  },
};

function noSuchRequest(id: string): Problem {
  return new Problem(
    'not-found',
    `There is no request ${JSON.stringify(id.slice(0, 100))} that this can be decided of.`,
  );
}
