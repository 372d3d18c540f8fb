import { Prisma } from '../../prisma/generated/sqlite/client.ts';
import { portal } from '../portal.ts';
import type { ListQuery } from './list-query.ts';

/** What decides which products a list has and in which order; the page decides only what of it is shown. */
export type ListFilter = Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'>;

/** The tags that were asked for, by kind: any of one kind, and of each kind one. */
export type TagChoice = Map<number, number[]>;

/**
 * The keys of all products that match, in an order that is total. Found once for each filter and kept until
 * something is published, so that no page costs more than another, however deep.
 */
export async function orderProducts(filter: ListFilter): Promise<Int32Array> {
  const { orders } = portal().cache;
  const name = JSON.stringify([filter.type, filter.tag, filter.q, filter.sort, filter.status]);
  return orders.getOrMake(name, async () => findOrder(filter, await chooseTags(filter.tag)));
}

/** The kinds and keys of tags by slug. `null` where one is unknown, which nothing can match. */
export async function chooseTags(slugs: readonly string[]): Promise<TagChoice | null> {
  const wanted = new Set(slugs);
  const choice: TagChoice = new Map();
  if (wanted.size === 0) return choice;
  const tags = await portal().database.tag.findMany({ where: { slug: { in: [...wanted] } } });
  for (const { kind, key, slug } of tags) {
    choice.set(kind, [...(choice.get(kind) ?? []), key]);
    wanted.delete(slug);
  }
  return wanted.size === 0 ? choice : null;
}

/** The one row that the database answers with: a hundred thousand rows would each be made an object of on the way. */
async function findOrder(filter: ListFilter, choice: TagChoice | null): Promise<Int32Array> {
  const match = filter.q === undefined ? undefined : searchExpression(filter.q);
  if (choice === null || match === null) return new Int32Array();
  const matching = matchingProducts(filter, choice, match);
  const order = orderOf(filter, match !== undefined);
  const [row] = await portal().database.$queryRaw<{ keys: string }[]>`
    SELECT json_group_array(key) AS keys FROM (SELECT p.key AS key ${matching} ORDER BY ${order})`;
  return Int32Array.from(JSON.parse(row?.keys ?? '[]'));
}

/** FROM and WHERE of the products that a filter leaves, for the list and for the counts beside it. */
export function matchingProducts(filter: ListFilter, choice: TagChoice, match?: string): Prisma.Sql {
  const conditions = [Prisma.sql`TRUE`];
  if (filter.status !== 'all') conditions.push(Prisma.sql`p.status = ${Number(filter.status)}`);
  // Every product has a tag of kinds 1 and 2.
  if (filter.type !== undefined && filter.type > 2) {
    conditions.push(
      Prisma.sql`EXISTS (SELECT 1 FROM ProductTag k WHERE k.productKey = p.key AND k.kind = ${filter.type})`,
    );
  }
  for (const keys of choice.values()) {
    conditions.push(Prisma.sql`p.key IN (SELECT t.productKey FROM ProductTag t WHERE t.tagKey IN (${Prisma.join(keys)}))`);
  }
  const from =
    match === undefined
      ? Prisma.sql`FROM Product p WHERE `
      : Prisma.sql`FROM product_search s CROSS JOIN Product p ON p.key = s.rowid WHERE product_search MATCH ${match} AND `;
  return Prisma.sql`${from}${Prisma.join(conditions, ' AND ')}`;
}

/** All words must be found; the last may be the beginning of one. `null` where there is no word to look for. */
export function searchExpression(text: string): string | null {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  return words ? `${words.map((word) => `"${word}"`).join(' ')}*` : null;
}

function orderOf({ sort }: ListFilter, searched: boolean): Prisma.Sql {
  switch (sort) {
    case '-created':
      return Prisma.sql`p.createdAt DESC, p.id DESC`;
    case 'price':
      return Prisma.sql`p.priceFrom, p.id`;
    case '-price':
      return Prisma.sql`p.priceFrom DESC, p.id DESC`;
    case 'name':
      return Prisma.sql`p.sortName, p.id`;
    case undefined:
      return searched ? Prisma.sql`bm25(product_search, 10, 4, 1, 3), p.sortName, p.id` : Prisma.sql`p.sortName, p.id`;
  }
}
