import { join, sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import { utcDay } from '../../../../lib/text/times.ts';
import type { ListFilter, TagCount, TagRow } from '../../catalogue/catalogue.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import { visible } from './search-words.ts';

// Two questions: which keys match a filter, in which order, and how often each tag occurs among them.

/** The catalogue as an audience sees it. */
export interface View {
  /** The keys of the products that it must not see. */
  hidden: ReadonlySet<number>;
  /** The keys of those that it sees, unlike guests. */
  extra: readonly number[];
  /** Of what is cached for it; empty for guests. */
  prefix: string;
}

/** A filter with its planned search and tags. */
export interface PlannedFilter extends ListFilter {
  search: SearchPlan | undefined;
  choices: TagChoice[];
  view: View;
}

/** In order. */
export async function findProductKeys(reader: CatalogueReader, filter: PlannedFilter): Promise<Int32Array> {
  const { search, sort, choices, type } = filter;
  if (search?.kind !== 'words') {
    return visible(await reader.readKeys(orderedProducts(reader.fullText, filter)), filter.view.hidden);
  }
  if (search.keys.length === 0) return search.keys;
  const isWhole = choices.length === 0 && !isOfSome(type);
  if (isWhole && sort === undefined) return search.keys;
  const found = await reader.readKeys(orderedProducts(reader.fullText, filter));
  if (sort !== undefined) return found;
  const kept = new Set(found);
  return search.keys.filter((key) => kept.has(key));
}

/** The query of the list: a row with the key of each product. */
function orderedProducts(fullText: FullText, filter: PlannedFilter): Sql {
  const from = (filter.sort ?? filter.usual) === 'popular' ? withCalls(sql`Product p`) : sql`Product p`;
  return sql`SELECT p.key AS key FROM ${from} WHERE ${conditionsOf(fullText, filter)} ORDER BY ${orderOf(filter)}`;
}

const tagCounts = z.array(z.object({ tagKey: z.int(), count: z.int() }));

/** The number of matching products for each tag of these kinds, without zeros. */
export async function countTags(
  reader: CatalogueReader,
  kinds: number[],
  filter: PlannedFilter,
): Promise<TagCount[]> {
  if (kinds.length === 0) return [];
  const { fullText } = reader;
  const isListed =
    filter.search?.kind === 'words'
      ? conditionsOf(fullText, filter, sql`f.productKey`)
      : sql`f.productKey IN (SELECT p.key FROM Product p WHERE ${conditionsOf(fullText, filter)})`;
  // A search has found only what is visible.
  const isVisible = filter.search?.kind === 'words' ? [] : isShown(fullText, filter.view, sql`f.productKey`);
  const counts = sql`
    SELECT f.tagKey AS tagKey, count(*) AS count FROM ProductTag f
     WHERE f.kind IN (${join(kinds)}) AND ${join([isListed, ...isVisible], ' AND ')} GROUP BY f.tagKey`;
  return tagCounts.parse(await reader.read(counts));
}

/** Every product has a tag of kinds 1 and 2. */
function isOfSome(type: PlannedFilter['type']): type is number {
  return type !== undefined && type > 2;
}

/** What a search found has the status already, so that only keys are asked. */
function conditionsOf(
  fullText: FullText,
  { search, status, type, choices }: PlannedFilter,
  key = sql`p.key`,
): Sql {
  const conditions = [
    search?.kind === 'words' ? sql`${key} IN ${fullText.keysOf(search.keys)}` : statusCondition(status),
  ];
  if (search?.kind === 'symbols') conditions.push(fullText.contains(sql`p.sortName`, search.text));
  if (isOfSome(type))
    conditions.push(sql`${key} IN (SELECT k.productKey FROM ProductTag k WHERE k.kind = ${type})`);
  conditions.push(...tagConditions(key, choices));
  return join(conditions, ' AND ');
}

/** Nothing is asked where nothing is hidden. */
export function isShown(fullText: FullText, { hidden }: View, key: Sql): Sql[] {
  return hidden.size === 0 ? [] : [sql`${key} NOT IN ${fullText.keysOf(Int32Array.from(hidden))}`];
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

function statusCondition(status: ListFilter['status']): Sql {
  return status === 'all' ? sql`TRUE` : sql`p.status = ${Number(status)}`;
}

/** An index has the order of the whole catalogue. Deprecated products come last. */
function orderOf({ sort, usual }: ListFilter): Sql {
  switch (sort ?? usual ?? 'name') {
    case '-created':
      return sql`p.deprecated, p.createdAt DESC, p.id DESC`;
    case 'price':
      return sql`p.deprecated, p.priceFrom, p.id`;
    case '-price':
      return sql`p.deprecated, p.priceFrom DESC, p.id DESC`;
    case 'popular':
      return sql`p.deprecated, coalesce(c.calls, 0) DESC, p.sortName, p.id`;
    case 'name':
      return sql`p.deprecated, p.sortName, p.id`;
  }
}

/** A product must have one of these tags. A slug may stand for tags of several kinds. */
export interface TagChoice {
  kinds: Set<number>;
  keys: number[];
}

/** The tag choices of a filter. Null if a slug has no tag, so that nothing can match. */
export function tagChoices(
  slugs: readonly string[],
  tags: readonly Pick<TagRow, 'key' | 'kind' | 'slug'>[],
): TagChoice[] | null {
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

interface WordSearch {
  kind: 'words';
  /** Of all products that are found, best first. */
  keys: Int32Array;
  /** The whole search, in the form of a sorted name. */
  name: string;
  /** Match expression for the table of APIs; undefined if they need not be asked. */
  apis: string | undefined;
  /** The search after spelling correction, if that finds products, too. */
  readAs: string | undefined;
  /** What the results have of the search, to be marked in their texts. */
  marks: string[];
}

/** `symbols`: a search without words matches the text of names exactly. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };
