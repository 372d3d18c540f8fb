import { z } from 'zod';
import { Prisma } from '../../prisma/generated/sqlite/client.ts';
import { portal } from '../portal.ts';
import { utcDay } from '../ledger/utc-day.ts';
import type { ListQuery } from './list-query.ts';
import type { TagChoice } from './tag-choices.ts';

// The SQL that searches stands here, in SQLite's words and on its full-text table: another database answers the same two
// questions, which keys a filter leaves and how often each tag is among them, in its own.

/** What decides which products a list has and in which order; the page decides only what of it is shown. */
export type ListFilter = Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'>;

const keyList = z.array(z.int());

/** In order. As the one row that the database answers with: of a hundred thousand each would be made an object. */
export async function findProductKeys(filter: ListFilter, choices: TagChoice[]): Promise<Int32Array> {
  const match = matchExpression(filter);
  if (match === null) return new Int32Array();
  const source = await sourceOf(filter, match);
  const counted = filter.sort === 'popular' ? { ...source, from: withCalls(source.from) } : source;
  const found = Prisma.sql`SELECT ${source.key} AS key ${productsOf(counted, filter, choices, match)} ORDER BY ${orderOf(filter, match)}`;
  const [row] = await portal().database.$queryRaw<
    { keys: string }[]
  >`SELECT json_group_array(key) AS keys FROM (${found})`;
  return Int32Array.from(keyList.parse(JSON.parse(row?.keys ?? '[]')));
}

export interface TagCount {
  tagKey: number;
  count: number;
}

const tagCounts = z.array(z.object({ tagKey: z.int(), count: z.coerce.number() }));

/** How many of the products that a filter leaves carry each tag of these kinds; a tag that none carries is left out. */
export async function countTags(
  kinds: number[],
  filter: ListFilter,
  choices: TagChoice[],
): Promise<TagCount[]> {
  const match = matchExpression(filter);
  if (match === null || kinds.length === 0) return [];
  const source = match === undefined ? catalogue : matches;
  const counts: unknown = await portal().database.$queryRaw`
    SELECT f.tagKey AS tagKey, count(*) AS count FROM ProductTag f
     WHERE f.kind IN (${Prisma.join(kinds)})
       AND f.productKey IN (SELECT ${source.key} ${productsOf(source, filter, choices, match)})
     GROUP BY f.tagKey`;
  return tagCounts.parse(counts);
}

interface Source {
  from: Prisma.Sql;
  key: Prisma.Sql;
  /** Whether the row of the product is at hand, which says whether it is online. */
  hasRow: boolean;
}

const catalogue: Source = { from: Prisma.sql`Product p`, key: Prisma.sql`p.key`, hasRow: true };
const matches: Source = { from: Prisma.sql`product_search s`, key: Prisma.sql`s.rowid`, hasRow: false };
const matchingRows: Source = {
  from: Prisma.sql`product_search s CROSS JOIN Product p ON p.key = s.rowid`,
  key: Prisma.sql`s.rowid`,
  hasRow: true,
};

/** Up to so many matches the row of each is looked at. */
const fewMatches = 2_000;

/**
 * Where many match, the full-text table is asked for what is online, too, which spares a look at each row. But to rank
 * by a word it reads all that have it, and nearly all are online: where few match, their rows are sooner looked at.
 */
async function sourceOf({ sort }: ListFilter, match: string | undefined): Promise<Source> {
  if (match === undefined) return catalogue;
  if (sort !== undefined) return matchingRows;
  const [found] = await portal().database.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count
      FROM (SELECT 1 FROM product_search WHERE product_search MATCH ${match} LIMIT ${fewMatches + 1})`;
  return Number(found?.count ?? 0) > fewMatches ? matches : matchingRows;
}

function productsOf(
  { from, key, hasRow }: Source,
  filter: ListFilter,
  choices: TagChoice[],
  match: string | undefined,
): Prisma.Sql {
  const conditions = [hasRow ? statusCondition(filter) : Prisma.sql`TRUE`];
  if (match !== undefined) {
    const asked = hasRow ? match : `${match}${statusTerm(filter)}`;
    conditions.push(Prisma.sql`product_search MATCH ${asked}`);
  }
  // Every product has a tag of kinds 1 and 2.
  if (filter.type !== undefined && filter.type > 2) {
    conditions.push(
      Prisma.sql`${key} IN (SELECT k.productKey FROM ProductTag k WHERE k.kind = ${filter.type})`,
    );
  }
  for (const { keys } of choices) {
    conditions.push(
      Prisma.sql`${key} IN (SELECT t.productKey FROM ProductTag t WHERE t.tagKey IN (${Prisma.join(keys)}))`,
    );
  }
  return Prisma.sql`FROM ${from} WHERE ${Prisma.join(conditions, ' AND ')}`;
}

const popularDays = 30;

/** Beside each product the calls of late that it had; their table has a row for each purse and day. */
function withCalls(from: Prisma.Sql): Prisma.Sql {
  const since = utcDay(Date.now() - popularDays * 86_400_000);
  return Prisma.sql`${from} LEFT JOIN (
    SELECT u.productKey, sum(u.calls) AS calls FROM DailyUse u WHERE u.day >= ${since} GROUP BY u.productKey
  ) c ON c.productKey = p.key`;
}

function statusCondition({ status }: ListFilter): Prisma.Sql {
  return status === 'all' ? Prisma.sql`TRUE` : Prisma.sql`p.status = ${Number(status)}`;
}

/**
 * What the full-text table is asked: all words, the last of which may be the beginning of one. `undefined` where no
 * words are looked for, `null` where what is looked for holds no word.
 */
function matchExpression({ q }: ListFilter): string | null | undefined {
  if (q === undefined) return undefined;
  const words = q.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  return words ? `{name introduction doc tags} : (${words.map((word) => `"${word}"`).join(' ')} *)` : null;
}

function statusTerm({ status }: ListFilter): string {
  return status === 'all' ? '' : ` AND status : "${status === '1' ? 'online' : 'offline'}"`;
}

function orderOf({ sort }: ListFilter, match: string | undefined): Prisma.Sql {
  if (match !== undefined && sort === undefined) return Prisma.sql`s.rank, s.rowid`;
  switch (sort) {
    case '-created':
      return Prisma.sql`p.createdAt DESC, p.id DESC`;
    case 'price':
      return Prisma.sql`p.priceFrom, p.id`;
    case '-price':
      return Prisma.sql`p.priceFrom DESC, p.id DESC`;
    case 'popular':
      return Prisma.sql`coalesce(c.calls, 0) DESC, p.sortName, p.id`;
    case 'name':
    case undefined:
      return Prisma.sql`p.sortName, p.id`;
  }
}
