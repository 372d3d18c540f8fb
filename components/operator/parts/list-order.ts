import { beginsDescending, type OrderColumn, orderWords, sortOf } from '../../../lib/operator/list-orders.ts';

/** By what a list is ordered, and the page whose address says so. */
export interface ListOrder {
  columns: readonly OrderColumn[];
  /** The value of `sort`, if the address has none. Empty for a search, which is by relevance. */
  usual: string;
  sort: string;
  address: string;
  given: Record<string, string>;
}

export function listOrder(
  columns: readonly OrderColumn[],
  address: string,
  given: Record<string, string>,
  isByRelevance: boolean,
): ListOrder {
  const [first] = columns;
  const usual = first === undefined || isByRelevance ? '' : sortOf(first, beginsDescending(first));
  return { columns, usual, sort: given['sort'] ?? usual, address, given };
}

/** The first page of the list in another order. */
export function addressOf({ address, given, usual }: ListOrder, sort: string): string {
  const { before: _before, sort: _sort, ...filter } = given;
  const query = new URLSearchParams({ ...filter, ...(sort !== usual && { sort }) }).toString();
  return query === '' ? address : `${address}?${query}`;
}

/** By which column a list is, if not by the usual one: a phone, which has no such column, says its value. */
export function orderedBy(order: ListOrder | undefined): string | undefined {
  return order === undefined || order.sort === order.usual ? undefined : order.sort.replace(/^-/, '');
}

export function orderText({ columns, sort }: ListOrder): string {
  return orderWords(columns)[sort] ?? 'best match first';
}

/** What a choice of the order says, by the value of `sort`. The usual order has none. */
export function orderChoices({ columns, usual }: ListOrder): Record<string, string> {
  const { [usual]: first = 'Best match', ...others } = orderWords(columns);
  return { '': first, ...others };
}
