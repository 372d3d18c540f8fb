import { callStates, type CallState } from '../receipt/receipt.ts';
import { dayAfter, isDay } from '../text/times.ts';

/** The filter of the calls page, as in its address and in requests to the endpoint. */
export interface CallsView {
  product: string;
  /** Names or ids: of an API key, a person, and a call or request. */
  key: string;
  person: string;
  id: string;
  state: CallState | '';
  /** Inclusive days, such as 2026-11-21. */
  from: string;
  to: string;
  page: number;
}

export const noFilter: CallsView = {
  product: '',
  key: '',
  person: '',
  id: '',
  state: '',
  from: '',
  to: '',
  page: 1,
};
export const callsPageSize = 20;

type Parameters = Record<string, string | string[] | undefined>;

const oneOf = (parameters: Parameters, name: string) => [parameters[name]].flat()[0]?.trim() ?? '';
/** No name or id has it, and no list can be asked for it. */
const nul = '\0';

/** Leaves out what it cannot read in an address: `unreadFilter` says what that is. */
export function readCallsView(parameters: Parameters): CallsView {
  const one = (name: string) => oneOf(parameters, name);
  const page = one('page');
  return {
    product: one('product').replaceAll(nul, '').slice(0, 200),
    key: one('key').replaceAll(nul, '').slice(0, 200),
    person: one('person').replaceAll(nul, '').slice(0, 200),
    id: one('id').replaceAll(nul, '').slice(0, 200),
    state: callStates.find((state) => state === one('state')) ?? '',
    from: isDay(one('from')) ? one('from') : '',
    to: isDay(one('to')) ? one('to') : '',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** The first filter of an address that cannot be read, as a sentence: the list without it would pass for the one asked for. */
export function unreadFilter(parameters: Parameters): string | undefined {
  const view = readCallsView(parameters);
  const isUnread = (name: 'state' | 'from' | 'to') => oneOf(parameters, name) !== view[name];
  if (isUnread('state')) return `“${oneOf(parameters, 'state')}” is not a status of a call.`;
  const day = (['from', 'to'] as const).find(isUnread);
  if (day) return `“${oneOf(parameters, day)}” is not a day such as 2026-11-21.`;
  if (['product', 'key', 'person', 'id'].some((name) => oneOf(parameters, name).includes(nul)))
    return 'The address has a filter with a character that no name has.';
  const { from, to } = view;
  return from !== '' && to !== '' && from > to ? `From (${from}) is after To (${to}).` : undefined;
}

export function isNarrowed({ page: _page, ...filter }: CallsView): boolean {
  return Object.values(filter).some((value) => value !== '');
}

export function callsAddress(view: CallsView): string {
  const query = new URLSearchParams(given({ ...filterOf(view), to: view.to })).toString();
  const page = view.page > 1 ? `page=${view.page}` : '';
  const all = [query, page].filter((part) => part !== '').join('&');
  return all === '' ? '/calls' : `/calls?${all}`;
}

/** As query parameters of the endpoint, whose end date is exclusive. */
export function callListParameters(view: CallsView): Record<string, string> {
  return given({ ...filterOf(view), to: view.to === '' ? '' : dayAfter(view.to) });
}

/** The same for the page of the view. */
export function callPageParameters(view: CallsView): Record<string, string> {
  return { ...callListParameters(view), page: String(view.page), pageSize: String(callsPageSize) };
}

function filterOf({ product, key, person, id, state, from }: CallsView) {
  return { product, key, person, id, state, from };
}

function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
