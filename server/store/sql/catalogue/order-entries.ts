import { empty, join, sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import type { CatalogueReader, Now } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import {
  isShown,
  type PlannedFilter,
  popularSince,
  tagConditions,
  type TagChoice,
  type View,
} from './order-products.ts';

// Orders catalogue entries, with each API as one entry.

/** Products without an API, and APIs with a product of these tags. Keys of APIs are negative. */
export function findEntryKeys(
  reader: CatalogueReader,
  { sort: asked, usual = 'name', choices, view }: PlannedFilter,
): Now<Int32Array> {
  const sort = asked ?? usual;
  const { product, api, order } = orders[sort];
  const calls = sort === 'popular';
  const { fullText } = reader;
  const products = sql`
    SELECT p.key AS key, p.deprecated AS isOld, ${product}
      FROM Product p ${calls ? callsOfProducts() : empty}
     WHERE ${join([sql`p.status = 1`, isLoose, ...tagConditions(sql`p.key`, choices), ...isShown(fullText, view, sql`p.key`)], ' AND ')}`;
  const apis = sql`
    SELECT -a.key, a.deprecated, ${api}
      FROM Api a ${calls ? callsOfApis(fullText, view) : empty}
     WHERE ${join(apiConditions(fullText, choices, view), ' AND ')}`;
  return reader.readKeys(
    sql`SELECT key FROM (${products} UNION ALL ${apis}) e ORDER BY isOld, ${order}, key`,
  );
}

/** APIs whose name or provider matches, best first, with negative keys. */
export async function findApiKeys(
  reader: CatalogueReader,
  { search, choices, view }: PlannedFilter,
): Promise<Int32Array> {
  if (search?.kind !== 'words' || search.apis === undefined) return new Int32Array();
  const { fullText } = reader;
  const { apis, matchesApi, rankOfApi } = fullText;
  const conditions = apiConditions(fullText, choices, view);
  const listed = await reader.readKeys(
    sql`SELECT -a.key AS key FROM ${apis}
         WHERE ${join([matchesApi(search.apis), ...conditions], ' AND ')}
         ORDER BY a.sortName <> ${search.name}, a.deprecated, ${rankOfApi(search.apis)}, a.key`,
  );
  if (view.extra.length === 0) return listed;
  // The index has the APIs of guests alone: others in it would change the order in which guests find theirs.
  const words = search.name.split(/\s+/).map((word) => fullText.contains(sql`a.sortName`, word));
  const others = await reader.readKeys(
    sql`SELECT -a.key AS key FROM Api a
         WHERE ${join([sql`a.operations = 0`, ...words, ...conditions], ' AND ')}
         ORDER BY a.sortName <> ${search.name}, a.sortName, a.key`,
  );
  return Int32Array.from([...listed, ...others]);
}

/** The products that the catalogue shows first, in their order; of the operations of APIs, too. */
export function findFeatured(
  reader: CatalogueReader,
  { choices, view }: Pick<PlannedFilter, 'choices' | 'view'>,
): Now<Int32Array> {
  const key = sql`p.key`;
  const conditions = [
    sql`p.featured IS NOT NULL AND p.status = 1`,
    ...tagConditions(key, choices),
    ...isShown(reader.fullText, view, key),
  ];
  return reader.readKeys(
    sql`SELECT p.key AS key FROM Product p WHERE ${join(conditions, ' AND ')} ORDER BY p.featured, p.key`,
  );
}

export function featuredFirst(featured: Int32Array, entries: Int32Array): Int32Array {
  if (featured.length === 0) return entries;
  const first = new Set(featured);
  return Int32Array.from([...featured, ...entries.filter((key) => !first.has(key))]);
}

const isLoose = sql`NOT EXISTS (SELECT 1 FROM ApiOperation o WHERE o.productKey = p.key)`;

/** An API counts the operations that guests see. */
function apiConditions(fullText: FullText, choices: TagChoice[], view: View): Sql[] {
  const isListed =
    view.extra.length === 0 ? sql`a.operations > 0` : sql`(a.operations > 0 OR ${hasExtra(fullText, view)})`;
  if (choices.length === 0) return [isListed];
  const product = sql`o.productKey`;
  // Uses only the index, which has the online status, and not the row of the product.
  const conditions = [
    sql`o.productKey IN (SELECT n.key FROM Product n WHERE n.status = 1)`,
    ...tagConditions(product, choices),
    ...isShown(fullText, view, product),
  ];
  return [isListed, sql`a.key IN (SELECT o.apiKey FROM ApiOperation o WHERE ${join(conditions, ' AND ')})`];
}

const byName = {
  product: sql`p.sortName AS first, p.id AS second`,
  api: sql`a.sortName, a.id`,
};
const byPrice = {
  product: sql`p.priceFrom AS first, p.id AS second`,
  api: sql`a.priceFrom, a.id`,
};

/** Columns of an order and their direction. */
const orders = {
  name: { ...byName, order: sql`first, second` },
  '-created': {
    product: sql`p.createdAt AS first, p.id AS second`,
    api: sql`a.createdAt, a.id`,
    order: sql`first DESC, second DESC`,
  },
  price: { ...byPrice, order: sql`first, second` },
  '-price': { ...byPrice, order: sql`first DESC, second DESC` },
  popular: {
    product: sql`coalesce(c.calls, 0) AS first, p.sortName AS second`,
    api: sql`coalesce(c.calls, 0), a.sortName`,
    order: sql`first DESC, second`,
  },
};

function callsOfProducts(): Sql {
  return sql`LEFT JOIN (
    SELECT u.productKey, sum(u.calls) AS calls FROM DailyUse u WHERE u.day >= ${popularSince()} GROUP BY u.productKey
  ) c ON c.productKey = p.key`;
}

function hasExtra({ keysOf }: FullText, { extra }: View): Sql {
  return sql`a.key IN (SELECT x.apiKey FROM ApiOperation x JOIN Product y ON y.key = x.productKey
    WHERE y.status = 1 AND x.productKey IN ${keysOf(Int32Array.from(extra))})`;
}

function callsOfApis(fullText: FullText, view: View): Sql {
  const since = sql`u.day >= ${popularSince()}`;
  const counted = join([since, ...isShown(fullText, view, sql`u.productKey`)], ' AND ');
  return sql`LEFT JOIN (
    SELECT o.apiKey, sum(u.calls) AS calls FROM DailyUse u JOIN ApiOperation o ON o.productKey = u.productKey
     WHERE ${counted} GROUP BY o.apiKey
  ) c ON c.apiKey = a.key`;
}
