import { z } from 'zod';
import { entryKind } from '../../lib/account/credit-account.ts';
import type { CallsOfAll, EntriesOfAll, KeyDetail, KeysOfAll } from '../../lib/operator/ledger-lists.ts';
import { keyOrders } from '../../lib/operator/list-orders.ts';
import { callStates } from '../../lib/receipt/receipt.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { listKeysOf } from '../callers/list-keys.ts';
import {
  callFilters,
  findAccount,
  findAccounts,
  findKeys,
  findPeople,
  findWanted,
  noSuchCall,
  orUnknown,
  callTimeParameters,
  listedCall,
  madeByOf,
} from '../calls/list-calls.ts';
import { seesMakers } from '../calls/receipts.ts';
import type { Context } from '../context.ts';
import { filterText, listParameters, orderedParameters, orderedWish, pageWish } from '../list-parameters.ts';
import { mayDo, requireRight } from '../rights.ts';
import type { KeyOfAllRow } from '../store/accounts/account-rows.ts';

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

type CallsOfAllQuery = z.output<typeof callsOfAllQuery>;

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
  if (key !== undefined || person !== undefined) requireRight(caller, 'read-accounts', 'see who made a call');
  const { isOffline: _isOffline, ...wanted } = await findWanted(
    context,
    { product, id, from, to },
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
      const madeBy = seesMakers(caller) ? madeByOf(row) : { key: null, person: null };
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

export const entriesOfAllQuery = z.object({
  account: filterText('Only entries of the account of this id, or with this text in its name.'),
  kind: z
    .enum([...entryKind.options, 'issued'], [...entryKind.options, 'issued'].join(', '))
    .optional()
    .meta({ description: 'Only entries of this kind. `issued`: all kinds but charges.' }),
  ...listParameters,
});

type EntriesOfAllQuery = z.output<typeof entriesOfAllQuery>;

/** The ledger of all accounts and guests, newest first, without the portal's own side of each transfer. */
export function listEntriesOfAll(context: Context, query: EntriesOfAllQuery): Promise<EntriesOfAll> {
  return orUnknown({ list: [], next: null }, () => entriesOf(context, query));
}

async function entriesOf(
  context: Context,
  { account, kind, ...query }: EntriesOfAllQuery,
): Promise<EntriesOfAll> {
  const { store } = context;
  const accountId = account === undefined ? undefined : await findAccount(context, account);
  const { rows, next } = await store.accounts.pageOfEntries({ accountId, kind }, pageWish(query));
  const names = await store.accounts.namesOf([...new Set(rows.map(({ purseId }) => purseId))]);
  const list = rows.map(({ purseId, at, ...entry }) => {
    const name = names.get(purseId);
    return { ...entry, at: at.toISOString(), account: name === undefined ? null : { id: purseId, name } };
  });
  return { list, next };
}

const keyStates = ['active', 'revoked'] as const;

export const keysOfAllQuery = z.object({
  account: filterText('Only keys of the account of this id, or with this text in its name.'),
  q: filterText('Only keys with this id or these last letters, or with this text in their name.'),
  state: z
    .enum(keyStates, keyStates.join(', '))
    .optional()
    .meta({ description: '`active`: only keys that are not revoked. `revoked`: only those that are.' }),
  kind: z.literal('operator', 'operator').optional().meta({ description: '`operator`: only operator keys.' }),
  ...orderedParameters(keyOrders),
});

type KeysOfAllQuery = z.output<typeof keysOfAllQuery>;

/** The API keys of all accounts. */
export function listKeysOfAll(
  context: Context,
  { account, q, state, kind, ...query }: KeysOfAllQuery,
): Promise<KeysOfAll> {
  return orUnknown<KeysOfAll>({ list: [], next: null }, async () => {
    const accountId = account === undefined ? undefined : await findAccount(context, account);
    const filter = { accountId, text: q, state, operators: kind === 'operator' };
    const { rows, next } = await context.store.accounts.pageOfKeys(filter, orderedWish(query));
    return { list: rows.map(listedKey), next };
  });
}

/** An API key of any account. */
export async function readKeyOfAll(context: Context, id: string): Promise<KeyDetail> {
  const accountId = await context.store.accounts.findAccountOfKey(id);
  const [key] = accountId === undefined ? [] : (await listKeysOf(context, accountId, { id })).list;
  if (accountId === undefined || !key)
    throw new Problem('not-found', `There is no API key ${JSON.stringify(id.slice(0, 100))}.`);
  return { ...key, account: await context.store.members.readAccount(accountId) };
}

function listedKey({
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
  ...key
}: KeyOfAllRow): KeysOfAll['list'][number] {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
