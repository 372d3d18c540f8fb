import type { Next, OrderColumn } from '../../lib/operator/list-orders.ts';
import { Prisma, type PrismaClient } from '../../prisma/generated/sqlite/client.ts';
import type { RunSum } from './operation/read-overview.ts';

// Pages of lists that people order by a column. A page begins after the value and the key of the last row before it, so
// that rows that come or go meanwhile move no other row to another page.

export interface Order<Column extends string> {
  column: OrderColumn<Column>;
  isDescending: boolean;
}

/** The last row of a page: its key and, unless the order is that of the keys, its value. */
export interface Place {
  key: number;
  value: string | undefined;
}

export interface OrderedWish<Column extends string> {
  order: Order<Column>;
  after: Place | undefined;
  most: number;
}

export interface OrderedPage<Row> {
  rows: Row[];
  next: Next;
}

export type Engine = 'sqlite' | 'postgres';

/** What lists are read from. `runSum` runs the statements that look at every row. */
export interface OrderedReads {
  database: PrismaClient;
  engine: Engine;
  runSum: RunSum;
}

export function orderedReads(database: PrismaClient, engine: Engine, runSum?: RunSum): OrderedReads {
  return { database, engine, runSum: runSum ?? ((query) => database.$queryRaw(query)) };
}

/** A column that is compared as bytes and without ASCII capitals, which is the same in both engines. */
export function withoutCase(column: Prisma.Sql, engine: Engine): Prisma.Sql {
  return engine === 'sqlite' ? Prisma.sql`lower(${column})` : Prisma.sql`lower(${column} COLLATE "C")`;
}

/** A time that may be missing. Rows without one come before all others. */
export function timeOrNever(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(${column}, ${new Date(0)})`;
}

/**
 * The keys of a page. `columns`: what is compared, which is never NULL. `rows`: a statement for the columns `key` and
 * `value` of all rows.
 */
export async function readOrdered<Column extends string>(
  { database, runSum }: OrderedReads,
  columns: Partial<Record<Column, Prisma.Sql>>,
  { order: { column, isDescending }, after, most }: OrderedWish<Column>,
  rows: (value: Prisma.Sql) => Prisma.Sql,
): Promise<OrderedPage<number>> {
  const by = column.isKey ? undefined : columns[column.name];
  const all = rows(by ?? Prisma.sql`NULL`);
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC');
  const past = Prisma.raw(isDescending ? '<' : '>');
  const follows =
    after === undefined
      ? Prisma.empty
      : by === undefined
        ? Prisma.sql`WHERE r."key" ${past} ${after.key}`
        : Prisma.sql`WHERE (r."value", r."key") ${past} (${valueOf(column, after.value ?? '')}, ${after.key})`;
  const ofValue = by === undefined ? Prisma.empty : Prisma.sql`r."value" ${direction},`;
  const query = Prisma.sql`
    SELECT r."key", r."value" FROM (${all}) r ${follows}
     ORDER BY ${ofValue} r."key" ${direction} LIMIT ${most + 1}`;
  const found = keysAndValues(await (by === undefined ? database.$queryRaw(query) : runSum(query)));
  const page = found.slice(0, most);
  const last = page.at(-1);
  const next = found.length > most && last !== undefined ? nextOf(column, last) : null;
  return { rows: page.map(({ key }) => Number(key)), next };
}

/** The newest rows, or those before a key. */
export function newest(most: number, before?: number): OrderedWish<'created'> {
  const column = { name: 'created', title: 'Created', of: 'time', isKey: true } as const;
  const after = before === undefined ? undefined : { key: before, value: undefined };
  return { order: { column, isDescending: true }, after, most };
}

/** Rows in the order of their keys in a page. */
export function inOrder<Row extends { key: number }>(keys: readonly number[], rows: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function valueOf({ of }: OrderColumn, text: string): string | number | Date {
  if (of === 'amount') return Number(text);
  return of === 'time' ? new Date(Number(text)) : text;
}

type Stored = string | number | bigint | Date | null;

/** The statement above names the columns. */
function keysAndValues(rows: unknown[]): { key: number | bigint; value: Stored }[] {
  return rows as { key: number | bigint; value: Stored }[];
}

function nextOf({ of }: OrderColumn, { key, value }: { key: number | bigint; value: Stored }): Next {
  if (value === null) return Number(key);
  const text = of === 'time' ? msOf(value) : value;
  return `${key}.${String(text)}`;
}

/** SQLite has milliseconds. */
function msOf(value: NonNullable<Stored>): number {
  return value instanceof Date ? value.getTime() : Number(value);
}
