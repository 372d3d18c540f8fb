/** What goes on with a list as `before`. Null at the end. */
export type Next = number | string | null;

/** A column by which a list can be ordered: its name in addresses, its title, and what it holds. */
export interface OrderColumn<Name extends string = string> {
  name: Name;
  title: string;
  of: 'text' | 'amount' | 'time' | 'day';
  /** The rows have got their keys in this order. */
  isKey?: true;
}

export const productOrders = [
  { name: 'name', title: 'Product', of: 'text' },
  { name: 'price', title: 'Credits', of: 'amount' },
  { name: 'calls', title: 'Calls, 7 days', of: 'amount' },
  { name: 'failed', title: 'Failed', of: 'amount' },
  { name: 'changed', title: 'Changed', of: 'time' },
] as const satisfies readonly OrderColumn[];

export const apiOrders = [
  { name: 'name', title: 'API', of: 'text' },
  { name: 'online', title: 'Online', of: 'amount' },
  { name: 'changed', title: 'Changed', of: 'time' },
] as const satisfies readonly OrderColumn[];

export const accountOrders = [
  { name: 'created', title: 'Created', of: 'time', isKey: true },
  { name: 'name', title: 'Account', of: 'text' },
  { name: 'called', title: 'Last call', of: 'day' },
  { name: 'spent', title: 'Spent this month', of: 'amount' },
  { name: 'available', title: 'Available', of: 'amount' },
] as const satisfies readonly OrderColumn[];

export const personOrders = [
  { name: 'created', title: 'Created', of: 'time', isKey: true },
  { name: 'name', title: 'Person', of: 'text' },
  { name: 'email', title: 'Email', of: 'text' },
  { name: 'seen', title: 'Last seen', of: 'time' },
] as const satisfies readonly OrderColumn[];

export const keyOrders = [
  { name: 'created', title: 'Created', of: 'time', isKey: true },
  { name: 'name', title: 'Key', of: 'text' },
  { name: 'used', title: 'Last used', of: 'time' },
] as const satisfies readonly OrderColumn[];

/** What the parameter `sort` says of an order: `-` before a column for the last or largest first. */
export function sortOf({ name }: OrderColumn, isDescending: boolean): string {
  return isDescending ? `-${name}` : name;
}

/** Names begin with A, amounts and times with the largest. */
export function beginsDescending({ of }: OrderColumn): boolean {
  return of !== 'text';
}

const directions = {
  text: ['A to Z', 'Z to A'],
  amount: ['smallest first', 'largest first'],
  time: ['oldest first', 'newest first'],
  day: ['oldest first', 'newest first'],
} as const;

/** Each order in words, by the parameter. */
export function orderWords(columns: readonly OrderColumn[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const both = [beginsDescending(column), !beginsDescending(column)];
      return both.map((isDescending) => [
        sortOf(column, isDescending),
        `${column.title}, ${directions[column.of][Number(isDescending)]}`,
      ]);
    }),
  );
}
