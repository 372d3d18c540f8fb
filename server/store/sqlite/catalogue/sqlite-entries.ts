import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { type PlannedFilter, popularSince, readKeys, tagConditions } from './sqlite-search.ts';
import type { TagChoice } from './tag-choices.ts';

// Orders catalogue entries, with each API as one entry.

/** Products without an API, and APIs with a product of these tags. Keys of APIs are negative. */
export function findEntryKeys(reader: SqliteReader, { sort = 'name', choices }: PlannedFilter): Int32Array {
  const { product, api, order } = orders[sort];
  const calls = sort === 'popular';
  const products = Prisma.sql`
    SELECT p.key AS key, p.deprecated AS isOld, ${product}
      FROM Product p ${calls ? callsOfProducts() : Prisma.empty}
     WHERE ${Prisma.join([Prisma.sql`p.status = 1`, isLoose, ...tagConditions(Prisma.sql`p.key`, choices)], ' AND ')}`;
  const apis = Prisma.sql`
    SELECT -a.key, a.deprecated, ${api}
      FROM Api a ${calls ? callsOfApis() : Prisma.empty}
     WHERE ${Prisma.join(apiConditions(choices), ' AND ')}`;
  return readKeys(
    reader,
    Prisma.sql`SELECT key FROM (${products} UNION ALL ${apis}) ORDER BY isOld, ${order}, key`,
  );
}

/** APIs whose name or provider matches, best first, with negative keys. */
export function findApiKeys(reader: SqliteReader, { search, choices }: PlannedFilter): Int32Array {
  if (search?.kind !== 'words') return new Int32Array();
  const conditions = [Prisma.sql`api_search MATCH ${search.apis}`, ...apiConditions(choices)];
  return readKeys(
    reader,
    Prisma.sql`
    SELECT -a.key AS key FROM api_search s CROSS JOIN Api a ON a.key = s.rowid
     WHERE ${Prisma.join(conditions, ' AND ')}
     ORDER BY a.sortName <> ${search.name}, a.deprecated, s.rank, a.key`,
  );
}

const isLoose = Prisma.sql`NOT EXISTS (SELECT 1 FROM ApiOperation o WHERE o.productKey = p.key)`;

function apiConditions(choices: TagChoice[]): Prisma.Sql[] {
  const isListed = Prisma.sql`a.operations > 0`;
  if (choices.length === 0) return [isListed];
  const product = Prisma.sql`o.productKey`;
  // Uses only the index, which has the online status, and not the row of the product.
  const conditions = [
    Prisma.sql`o.productKey IN (SELECT n.key FROM Product n WHERE n.status = 1)`,
    ...tagConditions(product, choices),
  ];
  return [
    isListed,
    Prisma.sql`a.key IN (SELECT o.apiKey FROM ApiOperation o WHERE ${Prisma.join(conditions, ' AND ')})`,
  ];
}

const byName = {
  product: Prisma.sql`p.sortName AS first, p.id AS second`,
  api: Prisma.sql`a.sortName, a.id`,
};
const byPrice = {
  product: Prisma.sql`p.priceFrom AS first, p.id AS second`,
  api: Prisma.sql`a.priceFrom, a.id`,
};

/** Columns of an order and their direction. */
const orders = {
  name: { ...byName, order: Prisma.sql`first, second` },
  '-created': {
    product: Prisma.sql`p.createdAt AS first, p.id AS second`,
    api: Prisma.sql`a.createdAt, a.id`,
    order: Prisma.sql`first DESC, second DESC`,
  },
  price: { ...byPrice, order: Prisma.sql`first, second` },
  '-price': { ...byPrice, order: Prisma.sql`first DESC, second DESC` },
  popular: {
    product: Prisma.sql`coalesce(c.calls, 0) AS first, p.sortName AS second`,
    api: Prisma.sql`coalesce(c.calls, 0), a.sortName`,
    order: Prisma.sql`first DESC, second`,
  },
};

function callsOfProducts(): Prisma.Sql {
  return Prisma.sql`LEFT JOIN (
    SELECT u.productKey, sum(u.calls) AS calls FROM DailyUse u WHERE u.day >= ${popularSince()} GROUP BY u.productKey
  ) c ON c.productKey = p.key`;
}

function callsOfApis(): Prisma.Sql {
  return Prisma.sql`LEFT JOIN (
    SELECT o.apiKey, sum(u.calls) AS calls FROM DailyUse u JOIN ApiOperation o ON o.productKey = u.productKey
     WHERE u.day >= ${popularSince()} GROUP BY o.apiKey
  ) c ON c.apiKey = a.key`;
}
