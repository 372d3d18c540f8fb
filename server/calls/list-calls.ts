import { z } from 'zod';
import type { CallList } from '../../lib/call/call-list.ts';
import { callStates, endingSchema } from '../../lib/receipt/receipt.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import {
  callFilters,
  findKeys,
  findMembers,
  findWanted,
  noSuchCall,
  orUnknown,
  UnknownFilter,
} from './call-filters.ts';
import { callTimeParameters } from './call-time-parameters.ts';
import { formatParameter } from '../format-parameter.ts';
import { wholeParameter } from '../whole-parameter.ts';
import type { Context } from '../portal/context.ts';
import type { GuestHistory } from '../store/people.ts';
import type { AnyCallRow, ListedCallRow } from '../store/calls.ts';
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
  ...callFilters,
  state: z
    .enum(callStates, callStates.join(', '))
    .optional()
    .meta({ description: 'Only calls in this state.' }),
  ...callTimeParameters,
  format: formatParameter,
});

export type CallListQuery = z.output<typeof callListQuery>;

/** The caller's own calls, newest first. A caller without a history, such as a guest without a cookie, gets none. */
export async function listCalls(context: Context, caller: Caller, query: CallListQuery): Promise<CallList> {
  requireRole(caller, 'read-calls');
  const { owner } = caller;
  return owner === null ? nothing : orUnknown(nothing, () => listOwn(context, { ...caller, owner }, query));
}

async function listOwn(
  context: Context,
  caller: Caller & { owner: string },
  { page, pageSize, product, key, person, id, state, from, to }: CallListQuery,
): Promise<CallList> {
  const { owner } = caller;
  const { isOffline, ...wanted } = await findWanted(context, { product, id }, { onlineOnly: true });
  const keys = key === undefined ? undefined : await findKeys(context, key, owner);
  const members =
    person === undefined ? undefined : await findMembers(context, person, owner, caller.seeing === undefined);
  const earlier = await guestHistory(context, caller);
  const filter = {
    owner,
    earlier,
    ...wanted,
    apiKeyKeys: keys?.map((maker) => maker.key),
    memberKeys: members?.map((maker) => maker.key),
    state: state === undefined ? undefined : callStates.indexOf(state),
    from,
    to,
  };
  const { rows, total, isTruncated } = await context.store.calls.list(filter, { page, pageSize });
  if (total === 0 && wanted.callId !== undefined) throw noSuchCall(wanted.callId);
  // Nobody else is told the names of products that are offline.
  if (total === 0 && isOffline)
    throw new UnknownFilter(`Nothing is called “${product}”: there is no such product.`);
  const list = rows.map(({ owner: of, ...row }) => ({
    ...listedCall(row),
    ...madeByOf(row),
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

/** A call without who made it. */
export function listedCall({
  ending,
  startedAt,
  settledAt,
  state,
  id,
  product,
  quoted,
  charged,
}: ListedCallRow): Omit<CallList['list'][number], 'key' | 'person' | 'asGuest'> {
  return {
    id,
    product,
    quoted,
    charged,
    state: stateName(state),
    ...endOf(ending),
    startedAt: startedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

export function madeByOf({ apiKey, person }: Pick<AnyCallRow, 'apiKey' | 'person'>) {
  return { key: apiKey, person };
}

/** How a call ended; nulls while it runs. */
function endOf(
  ending: string | null,
): Pick<CallList['list'][number], 'outcome' | 'problem' | 'upstreamStatus' | 'requestId' | 'ignored'> {
  if (ending === null) return { outcome: null, problem: null, upstreamStatus: null, requestId: null };
  const end = listedEnding.parse(JSON.parse(ending));
  return {
    outcome: end.outcome,
    problem: end.problem ?? null,
    upstreamStatus: end.upstream?.status ?? null,
    requestId: end.requestId ?? null,
    ...(end.ignored && { ignored: end.ignored.map(({ name }) => name) }),
  };
}

const { outcome, problem, upstream, ignored, requestId } = endingSchema.shape;
const listedEnding = z.object({ outcome, problem, upstream, ignored, requestId });
