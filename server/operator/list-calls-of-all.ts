import { z } from 'zod';
import { callStates } from '../../lib/receipt/receipt.ts';
import type { CallsOfAll } from '../../lib/operator/calls.ts';
import {
  callFilters,
  findAccounts,
  findKeys,
  findPeople,
  findWanted,
  noSuchCall,
  orUnknown,
} from '../calls/call-filters.ts';
import { callTimeParameters } from '../calls/call-time-parameters.ts';
import { listedCall, madeByOf } from '../calls/list-calls.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';
import { mayDo, requireRight } from './rights.ts';

export const callsOfAllQuery = z.object({
  account: filterText('Only calls of accounts with this id, or with this text in their name.'),
  ...callFilters,
  state: z
    .enum(callStates, callStates.join(', '))
    .optional()
    .meta({ description: 'Only calls in this state.' }),
  ...callTimeParameters,
  ...listParameters,
});

export type CallsOfAllQuery = z.output<typeof callsOfAllQuery>;

const nothing: CallsOfAll = { list: [], next: null };

/** The calls of all accounts and guests, newest first. Each has its receipt at `/api/calls/{call_id}`. */
export function listCallsOfAll(
  context: Context,
  query: CallsOfAllQuery,
  caller: Caller,
): Promise<CallsOfAll> {
  return orUnknown(nothing, () => list(context, query, caller));
}

async function list(
  context: Context,
  { account, product, key, person, id, state, from, to, ...query }: CallsOfAllQuery,
  caller: Caller,
): Promise<CallsOfAll> {
  const seesMakers = mayDo(caller, 'read-accounts');
  if (key !== undefined || person !== undefined) requireRight(caller, 'read-accounts');
  const { isOffline: _isOffline, ...wanted } = await findWanted(
    context,
    { product, id },
    { onlineOnly: false },
  );
  const accounts = account === undefined ? undefined : await findAccounts(context, account);
  const keys = key === undefined ? undefined : await findKeys(context, key, undefined);
  const members =
    person === undefined ? undefined : await findPeople(context, person, mayDo(caller, 'read-people'));
  // The calls of one account are found in an index, whatever names the account.
  const owners = smallest([accounts, keys?.map(accountOf), members?.map(accountOf)]);
  const [owner] = owners ?? [];
  const filter = {
    ...wanted,
    ...(owners?.length === 1 ? { owner } : { owner: undefined, owners: accounts }),
    apiKeyKeys: keys?.map((maker) => maker.key),
    memberKeys: members?.map((maker) => maker.key),
    state: state === undefined ? undefined : callStates.indexOf(state),
    from,
    to,
  };
  const { rows, next } = await context.store.calls.listAll(filter, pageWish(query));
  if (rows.length === 0 && wanted.callId !== undefined) throw noSuchCall(wanted.callId);
  const ids = [...new Set(rows.flatMap((row) => row.owner ?? []))];
  const names = await context.store.accounts.namesOf(ids);
  return {
    list: rows.map((row) => {
      const name = names.get(row.owner ?? '');
      const ofAccount = row.owner !== null && name !== undefined ? { id: row.owner, name } : null;
      const madeBy = seesMakers ? madeByOf(row) : { key: null, person: null };
      return { ...listedCall(row), ...madeBy, account: ofAccount };
    }),
    next,
  };
}

function accountOf({ accountId }: { accountId: string }): string {
  return accountId;
}

/** The accounts that all of the filters allow. */
function smallest(lists: (string[] | undefined)[]): string[] | undefined {
  const given = lists.flatMap((ids) => (ids ? [new Set(ids)] : []));
  const [first, ...others] = given;
  return first && [...first].filter((id) => others.every((ids) => ids.has(id)));
}
