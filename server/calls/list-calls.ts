import { z } from 'zod';
import type { CallList } from '../../lib/call/call-list.ts';
import { CALL_STATES, endingSchema } from '../../lib/receipt/receipt.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import { callTimeParameters } from './call-time-parameters.ts';
import { wholeParameter } from '../whole-parameter.ts';
import type { Context } from '../portal/context.ts';
import { findProduct } from '../products/find-product.ts';
import type { GuestHistory } from '../store/people.ts';
import type { ListedCallRow } from '../store/calls.ts';
import { stateName } from './state-name.ts';

export const callListQuery = z.object({
  page: wholeParameter(1, Number.MAX_VALUE, 'a whole number of at least 1')
    .default(1)
    .meta({ description: 'Page number.', override: { type: 'integer', minimum: 1, default: 1 } }),
  pageSize: wholeParameter(1, 100, 'a whole number from 1 to 100')
    .default(10)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    }),
  product: z
    .string()
    .max(200, 'at most 200 characters')
    .optional()
    .meta({ description: 'Only calls of this product, by id or slug.' }),
  state: z
    .enum(CALL_STATES, CALL_STATES.join(', '))
    .optional()
    .meta({ description: 'Only calls in this state.' }),
  ...callTimeParameters,
});

export type CallListQuery = z.output<typeof callListQuery>;

/** The caller's own calls, newest first. A caller without a history, such as a guest without a cookie, gets none. */
export async function listCalls(
  context: Context,
  caller: Caller,
  { page, pageSize, product, state, from, to }: CallListQuery,
): Promise<CallList> {
  requireRole(caller, 'read-calls');
  const { owner } = caller;
  if (owner === null) return nothing;
  const found = product === undefined ? undefined : await findProduct(context, product);
  if (product !== undefined && !found) return nothing;
  const earlier = await guestHistory(context, caller);
  const filter = {
    ...{ owner, earlier },
    productKey: found?.key,
    state: state === undefined ? undefined : CALL_STATES.indexOf(state),
    from,
    to,
  };
  const { rows, total, isTruncated } = await context.store.calls.list(filter, { page, pageSize });
  const list = rows.map(({ owner: of, ...row }) => ({
    ...listedCall(row),
    ...(of !== owner && { asGuest: true as const }),
  }));
  return { list, total, ...(isTruncated && { truncated: true as const }) };
}

/** The calls that the person who is signed in made as a guest before they signed up. No other member sees them. */
export async function guestHistory(
  { store }: Pick<Context, 'store'>,
  { person, kind }: Pick<Caller, 'person' | 'kind'>,
): Promise<GuestHistory | undefined> {
  return person && kind === 'account' ? store.people.guestHistoryOf(person.key) : undefined;
}

const nothing: CallList = { list: [], total: 0 };

export function listedCall({
  ending,
  startedAt,
  settledAt,
  state,
  ...row
}: ListedCallRow): CallList['list'][number] {
  return {
    ...row,
    state: stateName(state),
    ...endOf(ending),
    startedAt: startedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** How a call ended; nulls while it runs. */
export function endOf(
  ending: string | null,
): Pick<CallList['list'][number], 'outcome' | 'problem' | 'upstreamStatus' | 'ignored'> {
  if (ending === null) return { outcome: null, problem: null, upstreamStatus: null };
  const { outcome, problem, upstream, ignored } = listedEnding.parse(JSON.parse(ending));
  return {
    ...{ outcome, problem: problem ?? null, upstreamStatus: upstream?.status ?? null },
    ...(ignored && { ignored: ignored.map(({ name }) => name) }),
  };
}

const { outcome, problem, upstream, ignored } = endingSchema.shape;
const listedEnding = z.object({ outcome, problem, upstream, ignored });
