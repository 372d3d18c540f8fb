import { z } from 'zod';
import { CALL_STATES } from '../../lib/receipt/receipt.ts';
import type { CallsOfAll } from '../../lib/operator/calls.ts';
import { callTimeParameters } from '../calls/call-time-parameters.ts';
import { listedCall } from '../calls/list-calls.ts';
import type { Context } from '../portal/context.ts';
import { findProduct } from '../products/find-product.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';

export const callsOfAllQuery = z.object({
  account: filterText('Only calls of the account of this id.'),
  product: filterText('Only calls of this product, by id or slug.'),
  state: z
    .enum(CALL_STATES, CALL_STATES.join(', '))
    .optional()
    .meta({ description: 'Only calls in this state.' }),
  ...callTimeParameters,
  ...listParameters,
});

export type CallsOfAllQuery = z.output<typeof callsOfAllQuery>;

/** The calls of all accounts and guests, newest first. Each has its receipt at `/api/calls/{call_id}`. */
export async function listCallsOfAll(
  context: Context,
  { account, product, state, from, to, ...query }: CallsOfAllQuery,
): Promise<CallsOfAll> {
  const found = product === undefined ? undefined : await findProduct(context, product);
  if (product !== undefined && !found) return { list: [], next: null };
  const filter = {
    ...{ owner: account, productKey: found?.key },
    state: state === undefined ? undefined : CALL_STATES.indexOf(state),
    ...{ from, to },
  };
  const { rows, next } = await context.store.calls.listAll(filter, pageWish(query));
  const owners = [...new Set(rows.flatMap(({ owner }) => owner ?? []))];
  const names = await context.store.accounts.namesOf(owners);
  const list = rows.map(({ owner, ...row }) => {
    const name = names.get(owner ?? '');
    const ofAccount = owner !== null && name !== undefined ? { id: owner, name } : null;
    return { ...listedCall(row), account: ofAccount };
  });
  return { list, next };
}
