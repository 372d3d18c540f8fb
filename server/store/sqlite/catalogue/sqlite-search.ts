import { z } from 'zod';
import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import type { ListFilter, TagCount } from '../../catalogue.ts';
import { hasName, isOfDeprecated } from './sqlite-words.ts';
import { last, type SearchPlan, type WordSearch } from './search-plan.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import type { TagChoice } from './tag-choices.ts';

// The SQL of searches, for SQLite's full-text table. Another database would answer the same two questions: which keys
// match a filter, and how often each tag occurs among them.

/** A filter with its planned search and tags. */
export interface PlannedFilter extends ListFilter {
  search: SearchPlan | undefined;
  choices: TagChoice[];
}

const keysRow = z.tuple([z.object({ keys: z.string() })]);

/** In order. Returned as a single row, because a hundred thousand rows would each become an object. */
export function findProductKeys(reader: SqliteReader, filter: PlannedFilter): Int32Array {
  return readKeys(reader, orderedProducts(filter));
}

export function readKeys(reader: SqliteReader, found: Prisma.Sql): Int32Array {
  const [{ keys }] = keysRow.parse(
    reader.read(Prisma.sql`SELECT json_group_array(key) AS keys FROM (${found})`),
  );
  return new Int32Array(keysIn(keys));
}

/**
 * `json_group_array` over an integer column guarantees the type. Checking each key would take as long as the search.
 */
function keysIn(array: string): number[] {
  return JSON.parse(array) as number[];
}

/** The query of the list: a row with the key of each product. */
export function orderedProducts(filter: PlannedFilter): Prisma.Sql {
  const { search } = filter;
  const source = sourceOf(filter, search);
  const counted = filter.sort === 'popular' ? { ...source, from: withCalls(source.from) } : source;
  return Prisma.sql`SELECT ${source.key} AS key ${productsOf(counted, filter)} ORDER BY ${orderOf(filter, search)}`;
}

const tagCounts = z.array(z.object({ tagKey: z.int(), count: z.int() }));

/** The number of matching products for each tag of these kinds, without zeros. */
export function countTags(reader: SqliteReader, kinds: number[], filter: PlannedFilter): TagCount[] {
  if (kinds.length === 0) return [];
  const source = sourceOf({ ...filter, sort: undefined }, filter.search);
  const counts = reader.read(Prisma.sql`
    SELECT f.tagKey AS tagKey, count(*) AS count FROM ProductTag f
     WHERE f.kind IN (${Prisma.join(kinds)})
       AND f.productKey IN (SELECT ${source.key} ${productsOf(source, filter)})
     GROUP BY f.tagKey`);
  return tagCounts.parse(counts);
}

interface Source {
  from: Prisma.Sql;
  key: Prisma.Sql;
  /** Whether the query reads product rows, which have the online status. */
  hasRow: boolean;
}

const catalogue: Source = { from: Prisma.sql`Product p`, key: Prisma.sql`p.key`, hasRow: true };
const matches: Source = { from: Prisma.sql`product_search s`, key: Prisma.sql`s.rowid`, hasRow: false };
const matchingRows: Source = {
  from: Prisma.sql`product_search s CROSS JOIN Product p ON p.key = s.rowid`,
  key: Prisma.sql`s.rowid`,
  hasRow: true,
};

/**
 * For many matches the full-text table also filters by status, which avoids reading each row. But ranking by the status
 * word reads all rows with it, which are nearly all; so for few matches, reading their rows is faster.
 */
function sourceOf({ sort }: ListFilter, search: SearchPlan | undefined): Source {
  if (search?.kind !== 'words') return catalogue;
  return search.isCommon && sort === undefined && search.literals.length === 0 ? matches : matchingRows;
}

function productsOf({ from, key, hasRow }: Source, filter: PlannedFilter): Prisma.Sql {
  const { search, choices } = filter;
  const conditions = [hasRow ? statusCondition(filter) : Prisma.sql`TRUE`];
  if (search?.kind === 'symbols') conditions.push(Prisma.sql`instr(p.sortName, ${search.text}) > 0`);
  if (search?.kind === 'words') {
    const match = last(search.tiers);
    conditions.push(Prisma.sql`product_search MATCH ${hasRow ? match : `${match}${statusTerm(filter)}`}`);
    for (const literal of search.literals)
      conditions.push(Prisma.sql`instr(lower(p.card || p.doc), ${literal}) > 0`);
  }
  // Every product has a tag of kinds 1 and 2.
  if (filter.type !== undefined && filter.type > 2) {
    conditions.push(
      Prisma.sql`${key} IN (SELECT k.productKey FROM ProductTag k WHERE k.kind = ${filter.type})`,
    );
  }
  conditions.push(...tagConditions(key, choices));
  return Prisma.sql`FROM ${from} WHERE ${Prisma.join(conditions, ' AND ')}`;
}

/** A product must have a tag of each choice. */
export function tagConditions(key: Prisma.Sql, choices: TagChoice[]): Prisma.Sql[] {
  return choices.map(
    ({ keys }) =>
      Prisma.sql`${key} IN (SELECT t.productKey FROM ProductTag t WHERE t.tagKey IN (${Prisma.join(keys)}))`,
  );
}

const popularDays = 30;

/** Adds the recent calls of each product. Their table has a row for each purse and day. */
function withCalls(from: Prisma.Sql): Prisma.Sql {
  const since = popularSince();
  return Prisma.sql`${from} LEFT JOIN (
    SELECT u.productKey, sum(u.calls) AS calls FROM DailyUse u WHERE u.day >= ${since} GROUP BY u.productKey
  ) c ON c.productKey = p.key`;
}

export function popularSince(): string {
  return utcDay(Date.now() - popularDays * 86_400_000);
}

function statusCondition({ status }: ListFilter): Prisma.Sql {
  return status === 'all' ? Prisma.sql`TRUE` : Prisma.sql`p.status = ${Number(status)}`;
}

function statusTerm({ status }: ListFilter): string {
  return status === 'all' ? '' : ` AND status : "${status === '1' ? 'online' : 'offline'}"`;
}

/** Deprecated products come last; in a search, last among equally good matches. */
function orderOf({ sort }: ListFilter, search: SearchPlan | undefined): Prisma.Sql {
  if (search?.kind === 'words' && sort === undefined) return bestFirst(search);
  // An index has the order of the whole catalogue.
  const isOld = search?.kind === 'words' ? isDeprecated(Prisma.sql`p.key`) : Prisma.sql`p.deprecated`;
  switch (sort) {
    case '-created':
      return Prisma.sql`${isOld}, p.createdAt DESC, p.id DESC`;
    case 'price':
      return Prisma.sql`${isOld}, p.priceFrom, p.id`;
    case '-price':
      return Prisma.sql`${isOld}, p.priceFrom DESC, p.id DESC`;
    case 'popular':
      return Prisma.sql`${isOld}, coalesce(c.calls, 0) DESC, p.sortName, p.id`;
    case 'name':
    case undefined:
      return Prisma.sql`${isOld}, p.sortName, p.id`;
  }
}

/** By the best tier of a product. An exact name match comes first. */
function bestFirst({ name, tiers, isAlone, isNamed, hasDeprecated }: WordSearch): Prisma.Sql {
  const key = Prisma.sql`s.rowid`;
  if (isAlone) return key;
  const better = tiers
    .slice(0, -1)
    .map((tier) => Prisma.sql`(SELECT rowid FROM product_search WHERE product_search MATCH ${tier})`);
  if (isNamed) better.unshift(Prisma.sql`(SELECT key FROM Product WHERE ${hasName(name)})`);
  const grades = better.map((keys, grade) => Prisma.sql`WHEN ${key} IN ${keys} THEN ${grade}`);
  const order = [Prisma.sql`s.rank`, key];
  if (hasDeprecated) order.unshift(isDeprecated(key));
  if (grades.length > 0)
    order.unshift(Prisma.sql`CASE ${Prisma.join(grades, ' ')} ELSE ${grades.length} END`);
  return Prisma.join(order);
}

function isDeprecated(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${key} IN (SELECT key FROM Product WHERE ${isOfDeprecated})`;
}
