import type { PrismaClient } from '../../../../prisma/generated/sqlite/client.ts';
import { type Audience, isSeenBy } from '../../catalogue/audience.ts';
import type { OperationRow, PlaceRow } from '../../catalogue/catalogue.ts';
import type { ListQuery } from '../../catalogue/list-query.ts';
import { type Statement, statement } from '../statement.ts';
import type { CatalogueReader, JoinedTexts, Now } from './catalogue-reader.ts';

/** Enough of an introduction for the excerpt of a row. */
const readLength = 600;

/** The online operations of an API in its order, in one statement. */
export const findOperations = statement<OperationRow>(
  `SELECT p.key, o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo,
          p.key IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1) AS deprecated,
          substr(json_extract(p.introduction, '$[0].text'), 1, ${readLength}) AS text
     FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
  `SELECT p.key, o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo, p.deprecated,
          substr(p.introduction::json -> 0 ->> 'text', 1, ${readLength}) AS text
     FROM ApiOperation o JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
);

export async function findPlace(
  database: PrismaClient,
  productKey: number,
  audience: Audience,
): Promise<PlaceRow | undefined> {
  const place = await database.apiOperation.findUnique({
    where: { productKey },
    include: { api: { select: { key: true, slug: true, name: true, groups: true } } },
  });
  if (!place) return undefined;
  const { api, groupIndex, position } = place;
  const beside = async (isNext: boolean) => {
    const found = await database.apiOperation.findFirst({
      where: {
        apiKey: api.key,
        position: isNext ? { gt: position } : { lt: position },
        product: { status: 1, ...isSeenBy(audience) },
      },
      orderBy: { position: isNext ? 'asc' : 'desc' },
      select: { product: { select: { slug: true, name: true } } },
    });
    return found?.product ?? null;
  };
  const [previous, next] = await Promise.all([beside(false), beside(true)]);
  return { api, groupIndex, previous, next };
}

// Products and entries as JSON, joined by the database.

const sqliteKeys = 'json_each(?) k';
/** With the number of the page that wants each: PostgreSQL reads several at once. */
const postgresKeys = 'unnest(?::integer[], ?::integer[]) WITH ORDINALITY k(value, page, key)';
const withoutEnd = 'substr(p.card, 1, length(p.card) - 1)';

function productsAs(sqlite: string, postgres = sqlite): Statement<JoinedTexts> {
  return statement(
    `SELECT 0 AS page, group_concat(${sqlite}, ',' ORDER BY k.key) AS text
       FROM ${sqliteKeys} CROSS JOIN Product p ON p.key = k.value`,
    `SELECT k.page, string_agg(${postgres}, ',' ORDER BY k.key) AS text
       FROM ${postgresKeys} JOIN Product p ON p.key = k.value GROUP BY k.page`,
  );
}

const cards = productsAs('p.card');
const slugs = productsAs('p.slug');
const whole = productsAs(
  `${withoutEnd} || ',"doc":' || json_quote(p.doc) || '}'`,
  `${withoutEnd} || ',"doc":' || to_json(p.doc)::text || '}'`,
);

const entryAs = (api: string) =>
  `CASE WHEN a.key IS NOT NULL THEN a.card
        WHEN b.key IS NULL THEN p.card
        ELSE ${withoutEnd} || ',"api":' || ${api} || '}' END, ',' ORDER BY k.key`;
const entriesOf = (keys: string) =>
  `FROM ${keys}
   LEFT JOIN Product p ON p.key = k.value
   LEFT JOIN ApiOperation o ON o.productKey = k.value
   LEFT JOIN Api b ON b.key = o.apiKey
   LEFT JOIN Api a ON a.key = -k.value`;
const entries = statement<JoinedTexts>(
  `SELECT 0 AS page, group_concat(${entryAs("json_object('slug', b.slug, 'name', b.name)")}) AS text
     ${entriesOf(sqliteKeys)}`,
  `SELECT k.page, string_agg(${entryAs("json_build_object('slug', b.slug, 'name', b.name)::text")}) AS text
     ${entriesOf(postgresKeys)} GROUP BY k.page`,
);

export function readProductTexts(
  reader: CatalogueReader,
  keys: readonly number[],
  view?: ListQuery['view'],
): Now<string> {
  return reader.joinTexts(view === 'card' ? cards : whole, keys);
}

/** With commas, which no slug has. */
export function readProductSlugs(reader: CatalogueReader, keys: readonly number[]): Now<string> {
  return reader.joinTexts(slugs, keys);
}

export function readEntryTexts(reader: CatalogueReader, keys: readonly number[]): Now<string> {
  return reader.joinTexts(entries, keys);
}
