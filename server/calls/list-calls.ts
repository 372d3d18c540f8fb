import { z } from 'zod';
import type { CallList } from '../../lib/call/call-list.ts';
import { callStates, endingSchema } from '../../lib/receipt/receipt.ts';
import { foldedText } from '../../lib/text/names.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { formatParameter, filterText, wholeParameter } from '../list-parameters.ts';
import { newest } from '../store/order-rows.ts';
import type { AnyCallRow, ListedCallRow, CallsWanted, Maker } from '../store/calls/call-rows.ts';
import type { GuestHistory } from '../store/people/read-people.ts';
import { stateName } from './call-request.ts';

// Filters of lists of calls by names. A name that nothing has is answered with a sentence instead of an empty list.

/** More names than these in one filter are no answer to anything. */
export const mostFound = 50;

/** Of the lists of calls of an account, and of all. */
export const callFilters = {
  product: filterText(
    'Only calls of products with this id or slug, or with this text in their slug or name.',
  ),
  key: filterText(
    'Only calls with API keys of this id or these last letters, or with this text in their name.',
  ),
  person: filterText('Only calls by members of this id or exact address, or with this text in their name.'),
  id: filterText('Only the call of this id (`call_…`), or calls of the request of this `X-Request-Id`.'),
};

type CallFilters = { [Name in keyof typeof callFilters]: z.output<(typeof callFilters)[Name]> };

/** Ends the search for a filter: what it names does not exist. */
class UnknownFilter extends Error {}

/** The part of a filter of calls that names products and ids. */
export async function findWanted(
  { store, audience }: Pick<Context, 'store' | 'audience'>,
  {
    product,
    id,
    from,
    to,
  }: Pick<CallFilters, 'product' | 'id'> & { from: Date | undefined; to: Date | undefined },
  { onlineOnly }: { onlineOnly: boolean },
): Promise<Pick<CallsWanted, 'productKeys' | 'callId' | 'requestId'> & { isOffline: boolean }> {
  if (from && to && from >= to) throw new UnknownFilter('From is not before To: no call starts then.');
  const products = product === undefined ? undefined : await findProducts({ store, audience }, product);
  const isOffline = onlineOnly && products !== undefined && products.every(({ isOnline }) => !isOnline);
  const isCall = id?.startsWith('call_') === true;
  return {
    productKeys: products?.map(({ key }) => key),
    isOffline,
    ...(id !== undefined && (isCall ? { callId: id } : { requestId: id })),
  };
}

async function findProducts({ store, audience }: Pick<Context, 'store' | 'audience'>, text: string) {
  const products = await store.calls.findProducts(text, mostFound + 1, audience);
  refuseUnlessFew('product', text, products.length);
  return products;
}

/** The keys of the products that a filter names, if it does. */
export async function productKeysOf(
  context: Pick<Context, 'store' | 'audience'>,
  text: string | undefined,
): Promise<number[] | undefined> {
  return text === undefined ? undefined : (await findProducts(context, text)).map(({ key }) => key);
}

/** API keys of one account, or of all. */
export async function findKeys(
  { store }: Pick<Context, 'store'>,
  text: string,
  accountId: string | undefined,
): Promise<Maker[]> {
  const wanted = { accountId, text, state: undefined, operators: false };
  const { rows } = await store.accounts.pageOfKeys(wanted, newest(mostFound + 1));
  refuseUnlessFew('API key', text, rows.length);
  return store.calls.makersByKeys(rows.map(({ id }) => id));
}

/** Members of one account, also former ones. Whoever may not see addresses does not find people by them. */
async function findMembers(
  { store }: Pick<Context, 'store'>,
  text: string,
  accountId: string,
  byAddress: boolean,
): Promise<Maker[]> {
  const wanted = foldedText(text);
  const address = byAddress ? text.toLowerCase() : undefined;
  const members = await store.calls.membersOf(accountId);
  const found = members.filter(
    ({ id, name, emailKey }) => id === text || emailKey === address || foldedText(name).includes(wanted),
  );
  refuseUnlessFew('member', text, found.length, Infinity);
  return found.map(({ key }) => ({ key, accountId }));
}

/** People of all accounts. */
export async function findPeople(
  { store }: Pick<Context, 'store'>,
  text: string,
  byAddress: boolean,
): Promise<Maker[]> {
  const exact =
    byAddress && text.includes('@') ? await store.people.findByEmail(text.toLowerCase()) : undefined;
  if (exact) return store.calls.makersByPeople([exact.id]);
  const filter = { text, partsOfAddress: false, operators: false };
  const { rows } = await store.people.page(filter, newest(4 * mostFound), new Date());
  const wanted = foldedText(text);
  const found = rows.filter(({ id, name }) => id === text || foldedText(name).includes(wanted));
  refuseUnlessFew('person', text, found.length);
  return store.calls.makersByPeople(found.map(({ id }) => id));
}

/** The ids of accounts. */
export async function findAccounts({ store }: Pick<Context, 'store'>, text: string): Promise<string[]> {
  const { rows } = await store.accounts.page({ text }, newest(mostFound + 1));
  refuseUnlessFew('account', text, rows.length);
  return rows.map(({ id }) => id);
}

/** The id of one account: lists of several are not found in an index. */
export async function findAccount({ store }: Pick<Context, 'store'>, text: string): Promise<string> {
  const { rows } = await store.accounts.page({ text }, newest(mostFound + 1));
  const wanted = foldedText(text);
  const exact = rows.filter(({ id, name }) => id === text || foldedText(name) === wanted);
  const [one, other] = exact.length > 0 ? exact : rows;
  if (!one) throw nothingCalled('account', text);
  if (!other) return one.id;
  throw new UnknownFilter(
    `Several accounts are called “${text}”, such as ${one.id} and ${other.id}. Write the id of one, or its whole name.`,
  );
}

export function nothingCalled(what: string, text: string): UnknownFilter {
  return new UnknownFilter(`Nothing is called “${text}”: there is no such ${what}.`);
}

export function refuseUnlessFew(what: string, text: string, found: number, most = mostFound): void {
  if (found === 0) throw nothingCalled(what, text);
  if (found > most)
    throw new UnknownFilter(
      `“${text}” is a part of more than ${most} names. Write more of the ${what}'s name.`,
    );
}

/**
 * The ids of all that changes are made by, or made to: people, accounts and API keys of this name, and the slugs of products
 * and APIs, beside the text itself, which may be the id of anything.
 */
export async function findNamed(
  { store }: Pick<Context, 'store'>,
  text: string,
): Promise<{ ids: string[]; isNothing: boolean }> {
  const wish = newest(mostFound + 1);
  const [people, accounts, keys, slugs] = await Promise.all([
    store.people.page({ text, partsOfAddress: false, operators: false }, wish, new Date()),
    store.accounts.page({ text }, wish),
    store.accounts.pageOfKeys({ accountId: undefined, text, state: undefined, operators: false }, wish),
    store.publications.slugsNamed(foldedText(text), mostFound + 1),
  ]);
  const named = [...[people, accounts, keys].flatMap(({ rows }) => rows.map(({ id }) => id)), ...slugs];
  if (named.length > 0) refuseUnlessFew('name', text, named.length);
  return { ids: [...new Set([text, ...named])], isNothing: named.length === 0 };
}

export function noSuchCall(id: string): UnknownFilter {
  return new UnknownFilter(`There is no call “${id}”, or you do not have access to it.`);
}

/** A list, or an empty one with the sentence. */
export async function orUnknown<List extends { unknownFilter?: string | undefined }>(
  empty: List,
  read: () => Promise<List>,
): Promise<List> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnknownFilter)) throw error;
    return { ...empty, unknownFilter: error.message };
  }
}

const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A date, which starts at 00:00 UTC, or a date and time, as a parameter of an address. */
function timeParameter(description: string) {
  return z
    .string()
    .refine(
      (text) => dayOrMoment.safeParse(text).success,
      'a date such as 2026-11-21, or a date and time such as 2026-11-21T08:00:00Z',
    )
    .transform((text) => new Date(text))
    .optional()
    .meta({ description });
}

/** The times between which calls started. */
export const callTimeParameters = {
  from: timeParameter('Only calls from this date or time on. A date starts at 00:00 UTC.'),
  to: timeParameter('Only calls before this date or time. A date starts at 00:00 UTC.'),
};

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

type CallListQuery = z.output<typeof callListQuery>;

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
  const { isOffline, ...wanted } = await findWanted(context, { product, id, from, to }, { onlineOnly: true });
  const keys = key === undefined ? undefined : await findKeys(context, key, owner);
  const members =
    person === undefined ? undefined : await findMembers(context, person, owner, caller.seeing === undefined);
  const [after, earlier] = await Promise.all([
    lastClaimedCall(context, caller),
    guestHistory(context, caller),
  ]);
  const filter = {
    owner,
    after,
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
  if (total === 0 && isOffline) throw nothingCalled('product', product ?? '');
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
  { person }: Pick<Caller, 'person'>,
): Promise<GuestHistory | undefined> {
  return person ? store.people.guestHistoryOf(person.key) : undefined;
}

/** The history of a browser begins after the calls of a person who signed up in it. They are that person's alone. */
export async function lastClaimedCall(
  { store }: Pick<Context, 'store'>,
  { kind, owner }: Pick<Caller, 'kind' | 'owner'>,
): Promise<number> {
  return kind === 'guest' && owner !== null ? store.people.lastClaimedCall(owner) : 0;
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
