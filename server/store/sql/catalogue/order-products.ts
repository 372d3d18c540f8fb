import { join, sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import type { ListFilter, TagCount } from '../../catalogue.ts';
import type { CatalogueReader, Now } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import { last, type SearchPlan, type WordSearch } from './search-plan.ts';
import { hasName } from './search-words.ts';
import type { TagChoice } from './tag-choices.ts';

// Two questions: which keys match a filter, in which order, and how often each tag occurs among them.

/** A filter with its planned search and tags. */
export interface PlannedFilter extends ListFilter {
  search: SearchPlan | undefined;
  choices: TagChoice[];
}

/** In order. */
export function findProductKeys(reader: CatalogueReader, filter: PlannedFilter): Now<Int32Array> {
  return reader.readKeys(orderedProducts(reader.fullText, filter), isCommon(filter));
}

function isCommon({ search }: PlannedFilter): boolean {
  return search?.kind === 'words' && search.isCommon;
}

/** The query of the list: a row with the key of each product. */
export function orderedProducts(fullText: FullText, filter: PlannedFilter): Sql {
  const source = sourceOf(fullText, filter);
  const counted = filter.sort === 'popular' ? { ...source, from: withCalls(source.from) } : source;
  return sql`SELECT ${source.key} AS key ${productsOf(fullText, counted, filter)}
              ORDER BY ${orderOf(fullText, filter)}`;
}

const tagCounts = z.array(z.object({ tagKey: z.int(), count: z.int() }));

/** The number of matching products for each tag of these kinds, without zeros. */
export async function countTags(
  reader: CatalogueReader,
  kinds: number[],
  filter: PlannedFilter,
): Promise<TagCount[]> {
  if (kinds.length === 0) return [];
  const source = sourceOf(reader.fullText, { ...filter, sort: undefined });
  const counts = sql`
    SELECT f.tagKey AS tagKey, count(*) AS count FROM ProductTag f
     WHERE f.kind IN (${join(kinds)})
       AND f.productKey IN (SELECT ${source.key} ${productsOf(reader.fullText, source, filter)})
     GROUP BY f.tagKey`;
  return tagCounts.parse(await reader.read(counts, isCommon(filter)));
}

interface Source {
  from: Sql;
  key: Sql;
  /** Whether the query reads product rows, which have the online status. */
  hasRow: boolean;
}

const catalogue: Source = { from: sql`Product p`, key: sql`p.key`, hasRow: true };

function sourceOf(fullText: FullText, { sort, search }: PlannedFilter): Source {
  if (search?.kind !== 'words') return catalogue;
  const { key } = fullText;
  const hasRow = sort !== undefined || search.literals.length > 0 || fullText.needsProducts(search);
  return { from: hasRow ? fullText.withProducts : sql`product_search s`, key, hasRow };
}

function productsOf(fullText: FullText, { from, key, hasRow }: Source, filter: PlannedFilter): Sql {
  const { search, choices } = filter;
  const conditions = [hasRow ? statusCondition(filter) : sql`TRUE`];
  if (search?.kind === 'symbols') conditions.push(fullText.contains(sql`p.sortName`, search.text));
  if (search?.kind === 'words') {
    const match = last(search.tiers);
    conditions.push(
      hasRow ? fullText.matches(sql`${match}`) : fullText.matchesOfStatus(match, filter.status),
    );
    for (const literal of search.literals)
      conditions.push(fullText.contains(fullText.lower(sql`p.card || p.doc`), literal));
  }
  // Every product has a tag of kinds 1 and 2.
  if (filter.type !== undefined && filter.type > 2) {
    conditions.push(sql`${key} IN (SELECT k.productKey FROM ProductTag k WHERE k.kind = ${filter.type})`);
  }
  conditions.push(...tagConditions(key, choices));
  return sql`FROM ${from} WHERE ${join(conditions, ' AND ')}`;
}

/** A product must have a tag of each choice. */
export function tagConditions(key: Sql, choices: TagChoice[]): Sql[] {
  return choices.map(
    ({ keys }) => sql`${key} IN (SELECT t.productKey FROM ProductTag t WHERE t.tagKey IN (${join(keys)}))`,
  );
}

const popularDays = 30;

/** Adds the recent calls of each product. Their table has a row for each purse, day, key and member. */
function withCalls(from: Sql): Sql {
  const since = popularSince();
  return sql`${from} LEFT JOIN (
    SELECT u.productKey, sum(u.calls) AS calls FROM DailyUse u WHERE u.day >= ${since} GROUP BY u.productKey
  ) c ON c.productKey = p.key`;
}

export function popularSince(): string {
  return utcDay(Date.now() - popularDays * 86_400_000);
}

function statusCondition({ status }: ListFilter): Sql {
  return status === 'all' ? sql`TRUE` : sql`p.status = ${Number(status)}`;
}

/** Deprecated products come last; in a search, last among equally good matches. */
function orderOf(fullText: FullText, { sort, search }: PlannedFilter): Sql {
  if (search?.kind === 'words' && sort === undefined) return bestFirst(fullText, search);
  // An index has the order of the whole catalogue.
  const isOld = search?.kind === 'words' ? fullText.isDeprecated : sql`p.deprecated`;
  switch (sort) {
    case '-created':
      return sql`${isOld}, p.createdAt DESC, p.id DESC`;
    case 'price':
      return sql`${isOld}, p.priceFrom, p.id`;
    case '-price':
      return sql`${isOld}, p.priceFrom DESC, p.id DESC`;
    case 'popular':
      return sql`${isOld}, coalesce(c.calls, 0) DESC, p.sortName, p.id`;
    case 'name':
    case undefined:
      return sql`${isOld}, p.sortName, p.id`;
  }
}

/** By the best tier of a product. An exact name match comes first. */
function bestFirst(fullText: FullText, search: WordSearch): Sql {
  const { name, tiers, isAlone, isNamed, hasDeprecated } = search;
  const { key } = fullText;
  if (isAlone) return key;
  const better = tiers.slice(0, -1).map(fullText.isIn);
  if (isNamed) better.unshift(sql`${key} IN (SELECT key FROM Product WHERE ${hasName(name)})`);
  const grades = better.map((isInGrade, grade) => sql`WHEN ${isInGrade} THEN ${grade}`);
  const order = [fullText.rank(search), key];
  if (hasDeprecated) order.unshift(fullText.isDeprecated);
  if (grades.length > 0) order.unshift(sql`CASE ${join(grades, ' ')} ELSE ${grades.length} END`);
  return join(order);
}
