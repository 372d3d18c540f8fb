import type { z } from 'zod';
import { foldedText } from '../../lib/text/folded-text.ts';
import { filterText } from '../operator/list-parameters.ts';
import type { Context } from '../portal/context.ts';
import type { CallsWanted, Maker } from '../store/calls.ts';

// Filters of lists of calls by names. A name that nothing has is answered with a sentence instead of an empty list.

/** More names than these in one filter are no answer to anything. */
const mostFound = 50;

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
export class UnknownFilter extends Error {}

/** The part of a filter of calls that names products and ids. */
export async function findWanted(
  { store }: Pick<Context, 'store'>,
  { product, id }: Pick<CallFilters, 'product' | 'id'>,
  { onlineOnly }: { onlineOnly: boolean },
): Promise<Pick<CallsWanted, 'productKeys' | 'callId' | 'requestId'> & { isOffline: boolean }> {
  const products = product === undefined ? undefined : await store.calls.findProducts(product, mostFound + 1);
  if (products) refuseUnlessFew('product', product ?? '', products.length);
  const isOffline = onlineOnly && products !== undefined && products.every(({ isOnline }) => !isOnline);
  const isCall = id?.startsWith('call_') === true;
  return {
    productKeys: products?.map(({ key }) => key),
    isOffline,
    ...(id !== undefined && (isCall ? { callId: id } : { requestId: id })),
  };
}

/** API keys of one account, or of all. */
export async function findKeys(
  { store }: Pick<Context, 'store'>,
  text: string,
  accountId: string | undefined,
): Promise<Maker[]> {
  const wanted = { accountId, text, state: undefined, operators: false };
  const { rows } = await store.accounts.pageOfKeys(wanted, { before: undefined, most: mostFound + 1 });
  refuseUnlessFew('API key', text, rows.length);
  return store.calls.makersByKeys(rows.map(({ id }) => id));
}

/** Members of one account, also former ones. Whoever may not see addresses does not find people by them. */
export async function findMembers(
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
  const wish = { before: undefined, most: 4 * mostFound };
  const { rows } = await store.people.page(
    { text, partsOfAddress: false, operators: false },
    wish,
    new Date(),
  );
  const wanted = foldedText(text);
  const found = rows.filter(({ id, name }) => id === text || foldedText(name).includes(wanted));
  refuseUnlessFew('person', text, found.length);
  return store.calls.makersByPeople(found.map(({ id }) => id));
}

/** The ids of accounts. */
export async function findAccounts({ store }: Pick<Context, 'store'>, text: string): Promise<string[]> {
  const wish = { before: undefined, most: mostFound + 1 };
  const { rows } = await store.accounts.page({ text, suspended: false }, wish);
  refuseUnlessFew('account', text, rows.length);
  return rows.map(({ id }) => id);
}

function refuseUnlessFew(what: string, text: string, found: number, most = mostFound): void {
  if (found === 0) throw new UnknownFilter(`Nothing is called “${text}”: there is no such ${what}.`);
  if (found > most)
    throw new UnknownFilter(
      `“${text}” is a part of more than ${most} names. Write more of the ${what}'s name.`,
    );
}

export function noSuchCall(id: string): UnknownFilter {
  return new UnknownFilter(`There is no call “${id}”, or you may not see it.`);
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
