import { z } from 'zod';
import { Prisma } from '../../prisma/generated/sqlite/client.ts';
import { portal } from '../portal.ts';
import type { ListQuery } from './list-query.ts';

const keyList = z.array(z.int());

/** What decides which products a list has and in which order; the page decides only what of it is shown. */
export type ListFilter = Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'>;

/** A product must have one of these tags. They are of one kind, or of several where a slug stands for tags of each. */
export interface TagChoice {
  kinds: Set<number>;
  keys: number[];
}

/**
 * The keys of all products that match, in an order that is total. Found once for each filter and kept until
 * something is published, so that no page costs more than another, however deep.
 */
export async function orderProducts(filter: ListFilter): Promise<Int32Array> {
  const { orders } = portal().cache;
  const name = JSON.stringify([filter.type, filter.tag, filter.q, filter.sort, filter.status]);
  return orders.getOrMake(name, async () => findOrder(filter, await chooseTags(filter.tag)));
}

/** What products must have, by the slugs that were asked for. `null` where one is unknown, which nothing can match. */
export async function chooseTags(slugs: readonly string[]): Promise<TagChoice[] | null> {
  if (slugs.length === 0) return [];
  const tags = await portal().database.tag.findMany({ where: { slug: { in: [...slugs] } } });
  let choices: TagChoice[] = [];
  for (const slug of slugs) {
    const named = tags.filter((tag) => tag.slug === slug);
    if (named.length === 0) return null;
    const choice = { kinds: new Set(named.map(({ kind }) => kind)), keys: named.map(({ key }) => key) };
    const alike = choices.filter(({ kinds }) => [...kinds].some((kind) => choice.kinds.has(kind)));
    choices = [...choices.filter((other) => !alike.includes(other)), alike.reduce(eitherOf, choice)];
  }
  return choices;
}

function eitherOf(one: TagChoice, other: TagChoice): TagChoice {
  return { kinds: new Set([...one.kinds, ...other.kinds]), keys: [...one.keys, ...other.keys] };
}

/** The one row that the database answers with: a hundred thousand rows would each be made an object of on the way. */
async function findOrder(filter: ListFilter, choices: TagChoice[] | null): Promise<Int32Array> {
  const match = matchExpression(filter);
  if (choices === null || match === null) return new Int32Array();
  const source = match === undefined ? catalogue : filter.sort === undefined ? matches : matchingRows;
  const found = Prisma.sql`SELECT ${source.key} AS key ${productsOf(source, filter, choices, match)} ORDER BY ${orderOf(filter, source)}`;
  const [row] = await portal().database.$queryRaw<
    { keys: string }[]
  >`SELECT json_group_array(key) AS keys FROM (${found})`;
  return Int32Array.from(keyList.parse(JSON.parse(row?.keys ?? '[]')));
}

interface Source {
  from: Prisma.Sql;
  key: Prisma.Sql;
}

/** The full-text table knows what is online, so that a search looks at a product's row only to sort by what is in it. */
const matches: Source = { from: Prisma.sql`product_search s`, key: Prisma.sql`s.rowid` };
const matchingRows: Source = {
  from: Prisma.sql`product_search s CROSS JOIN Product p ON p.key = s.rowid`,
  key: Prisma.sql`s.rowid`,
};
const catalogue: Source = { from: Prisma.sql`Product p`, key: Prisma.sql`p.key` };

/** The keys of the products that a filter leaves, as a query: for the counts beside a list. */
export function matchingKeys(
  filter: ListFilter,
  choices: TagChoice[],
  match: string | undefined,
): Prisma.Sql {
  const source = match === undefined ? catalogue : matches;
  return Prisma.sql`SELECT ${source.key} ${productsOf(source, filter, choices, match)}`;
}

function productsOf(
  { from, key }: Source,
  filter: ListFilter,
  choices: TagChoice[],
  match: string | undefined,
): Prisma.Sql {
  const conditions = [
    match === undefined ? statusCondition(filter) : Prisma.sql`product_search MATCH ${match}`,
  ];
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

function statusCondition({ status }: ListFilter): Prisma.Sql {
  return status === 'all' ? Prisma.sql`TRUE` : Prisma.sql`p.status = ${Number(status)}`;
}

/**
 * What the full-text table is asked: all words, the last of which may be the beginning of one. `undefined` where no
 * words are looked for, `null` where what is looked for holds no word.
 */
export function matchExpression({ q, status }: ListFilter): string | null | undefined {
  if (q === undefined) return undefined;
  const words = q.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return null;
  const texts = `{name introduction doc tags} : (${words.map((word) => `"${word}"`).join(' ')} *)`;
  return status === 'all' ? texts : `${texts} AND status : "${status === '1' ? 'online' : 'offline'}"`;
}

function orderOf({ sort }: ListFilter, source: Source): Prisma.Sql {
  if (source === matches) return Prisma.sql`s.rank, s.rowid`;
  switch (sort) {
    case '-created':
      return Prisma.sql`p.createdAt DESC, p.id DESC`;
    case 'price':
      return Prisma.sql`p.priceFrom, p.id`;
    case '-price':
      return Prisma.sql`p.priceFrom DESC, p.id DESC`;
    case 'name':
    case undefined:
      return Prisma.sql`p.sortName, p.id`;
  }
}
