import { z } from 'zod';
import { beginsDescending, type OrderColumn, sortOf } from '../lib/operator/list-orders.ts';
import { invalidParameter } from '../lib/problem/problem.ts';
import { consoleOwner } from './store/catalogue/audience.ts';
import type { Owner } from './store/catalogue/read-apis.ts';
import type { Order, OrderedWish, Place } from './store/order-rows.ts';
import type { PageWish } from './store/prisma-reads.ts';
import { mayBeStored } from './store/sql/statement.ts';

/** Of lists that are also a CSV. */
export const formatParameter = z
  .enum(['json', 'csv'], 'json or csv')
  .optional()
  .meta({ description: '`csv`: as CSV, as with `Accept: text/csv`. Default: `json`.' });

const mostRows = 1_000;
const usualRows = 50;
const sizes = `a whole number from 1 to ${mostRows}`;
const keys = 'the number `next` of a page';

/** The parameters of every list of operators. */
export const listParameters = {
  before: wholeParameter(1, Number.MAX_SAFE_INTEGER, keys)
    .optional()
    .meta({
      description: '`next` of the page before.',
      override: { type: 'integer', minimum: 1 },
    }),
  pageSize: wholeParameter(1, mostRows, sizes)
    .default(usualRows)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: mostRows, default: usualRows },
    }),
  format: formatParameter,
};

/** Where a page ends: a key and, in an order by a column, the value of that row. */
const place = /^([1-9]\d{0,15})(?:\.([\s\S]*))?$/;
const places = 'the text `next` of a page';

/** The parameters of a list that is ordered by one of these columns, and otherwise by the first. */
export function orderedParameters<const Column extends string>(
  columns: readonly [OrderColumn<Column>, ...OrderColumn<Column>[]],
) {
  const orders = columns.flatMap((column) =>
    [true, false].map((isDescending): [string, Order<Column>] => [
      sortOf(column, isDescending),
      { column, isDescending },
    ]),
  );
  const names = orders.map(([name]) => name);
  const [first] = columns;
  const usual = { column: first, isDescending: beginsDescending(first) };
  return {
    ...listParameters,
    before: z
      .string()
      .max(600, places)
      .regex(place, places)
      .refine(mayBeStored, places)
      .transform((text): Place => {
        const [, key, value] = place.exec(text) ?? [];
        return { key: Number(key), value };
      })
      .optional()
      .meta({ description: '`next` of the page before, in the same order.', override: { type: 'string' } }),
    sort: z
      .enum(names, names.join(', '))
      .transform((name) => new Map(orders).get(name) ?? usual)
      .default(usual)
      .meta({
        description: 'By what the list is ordered: `-` before a name for the last or largest first.',
        override: { type: 'string', enum: names, default: sortOf(usual.column, usual.isDescending) },
      }),
  };
}

interface OrderedQuery<Column extends string> {
  before?: Place | undefined;
  pageSize: number;
  sort: Order<Column>;
}

export function orderedWish<Column extends string>({
  before: after,
  pageSize: most,
  sort: order,
}: OrderedQuery<Column>): OrderedWish<Column> {
  const { of, isKey = false } = order.column;
  const isText = of === 'text' || of === 'day';
  const value = after?.value;
  const isFit = isKey ? value === undefined : value !== undefined && (isText || wholeNumber.test(value));
  if (after && !isFit) throw invalidParameter('before', `before is not ${places} in this order.`);
  return { order, after, most };
}

const wholeNumber = /^-?\d{1,15}$/;

/** Where APIs or products are kept. */
export const keptParameter = (what: string) =>
  z
    .enum(['console', 'file'], 'console or file')
    .optional()
    .meta({ description: `Only ${what} that are kept there.` });

export function ownerOf(kept: 'console' | 'file' | undefined): Owner | undefined {
  return kept && (kept === 'console' ? { is: consoleOwner } : { not: consoleOwner });
}

/** A text that is compared. */
export const filterText = (description: string) =>
  z
    .string()
    .max(200, 'at most 200 characters')
    .refine(mayBeStored, 'a text without NUL')
    .optional()
    .meta({ description });

export function pageWish({ before, pageSize }: { before?: number | undefined; pageSize: number }): PageWish {
  return { before, most: pageSize };
}

/** The largest key of a table whose keys are numbers of rows. */
export const mostRowKey = 2_147_483_647;

/** A whole number in plain decimal, as a parameter of an address. The error says what is allowed. */
export function wholeParameter(least: number, most: number, error: string) {
  return z
    .string(error)
    .regex(/^(0|[1-9]\d*)$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error);
}
