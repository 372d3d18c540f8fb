import type pg from 'pg';
import { withClient } from '../harness/postgres.ts';

/**
 * Fills a database of PostgreSQL with copies of its products: each has an id, a slug, a name with a unique word, a
 * template and a search vector of its own, as if it had been published. A million takes minutes instead of hours.
 */
export async function copyProducts(databaseUrl: string, count: number): Promise<void> {
  await withClient(databaseUrl, (client) => planCopies(client, count));
  await Promise.all([
    withClient(databaseUrl, (client) => runAll(client, productCopies)),
    withClient(databaseUrl, copySearch),
  ]);
  await withClient(databaseUrl, (client) => runAll(client, ['DROP TABLE copy', 'VACUUM (ANALYZE)']));
}

/** Without the checks of foreign keys, which hold. */
const faster = 'SET session_replication_role = replica; SET synchronous_commit = off';

async function runAll(client: pg.Client, statements: string[]): Promise<void> {
  await client.query(faster);
  for (const statement of statements) await client.query(statement);
}

/** As `serialWord` makes it. */
const word = (number: string) =>
  [7, 6, 5, 4, 3, 2, 1, 0]
    .map((place) => `chr((97 + ${number} / ${26 ** place} % 26)::integer) || `)
    .join('')
    .concat(`'x'`);
const digest = (slug: string) => `left(encode(sha256(convert_to(${slug}, 'UTF8')), 'hex'), 16)`;

/** Names each copy, and the product that it is made of. */
async function planCopies(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `CREATE UNLOGGED TABLE copy AS
     SELECT c.*, 'prd_' || ${digest('c.slug')} AS id, 'tpl_' || ${digest('c.slug')} AS template_id, ${word('c.number')} AS word
       FROM (SELECT o.key AS old_key, o.key + turn * o.count AS key, o.number AS old_number, o.number + turn * o.count AS number,
                    o.slug AS old_slug, 'product-' || o.number + turn * o.count AS slug, o.id AS old_id,
                    'tpl_' || ${digest('o.slug')} AS old_template_id, ${word('o.number')} AS old_word, turn
               FROM (SELECT "key", "id", "slug", substr("slug", 9)::bigint AS number, count(*) OVER () AS count
                       FROM "Product") o
              CROSS JOIN generate_series(1, $1::bigint / o.count - 1) turn) c`,
    [count],
  );
  await client.query('ANALYZE copy');
}

const renamed = (text: string) => `replace(${text}, c.old_word, c.word)`;

const productCopies = [
  `INSERT INTO "Template" ("key", "id", "createdAt") OVERRIDING SYSTEM VALUE
   SELECT c.key, c.template_id, t."createdAt" FROM copy c JOIN "Template" t ON t."key" = c.old_key`,
  `INSERT INTO "TemplateVersion" ("key", "templateKey", "number", "hash", "createdAt", "document") OVERRIDING SYSTEM VALUE
   SELECT c.key, c.key, 1, encode(sha256(convert_to(d.text, 'UTF8')), 'hex'), v."createdAt", d.text
     FROM copy c JOIN "TemplateVersion" v ON v."key" = c.old_key
    CROSS JOIN LATERAL (SELECT replace(v."document", '/renders/' || c.old_number || '/', '/renders/' || c.number || '/') AS text) d`,
  `INSERT INTO "Product" ("key", "id", "slug", "name", "sortName", "status", "priceFrom", "priceTo", "createdAt", "updatedAt",
                          "versionKey", "card", "introduction", "doc") OVERRIDING SYSTEM VALUE
   SELECT c.key, c.id, c.slug, ${renamed('p."name"')}, ${renamed('p."sortName"')}, p."status", p."priceFrom", p."priceTo",
          p."createdAt" + c.turn * interval '1 s', p."updatedAt" + c.turn * interval '1 s', c.key,
          replace(replace(replace(${renamed('p."card"')}, c.old_id, c.id), c.old_template_id, c.template_id),
                  '"' || c.old_slug || '"', '"' || c.slug || '"'),
          ${renamed('p."introduction"')}, ${renamed('p."doc"')}
     FROM copy c JOIN "Product" p ON p."key" = c.old_key`,
  `INSERT INTO "ProductTag" ("productKey", "tagKey", "kind", "position")
   SELECT c.key, t."tagKey", t."kind", t."position" FROM copy c JOIN "ProductTag" t ON t."productKey" = c.old_key`,
  `INSERT INTO "SearchWord" SELECT word FROM copy`,
  ...['Template', 'TemplateVersion', 'Product'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('"${table}"', 'key'), max("key")) FROM "${table}"`,
  ),
];

const searchCopies = `
  INSERT INTO "product_search" ("productKey", "status", "deprecated", "words")
  SELECT c.key, s."status", s."deprecated", ${renamed('s."words"::text')}::tsvector
    FROM copy c JOIN "product_search" s ON s."productKey" = c.old_key`;

/** An index of a million vectors is made in a tenth of the time when they are all there. */
async function copySearch(client: pg.Client): Promise<void> {
  const name = 'product_search_words';
  const { rows } = await client.query<{ index: string }>('SELECT pg_get_indexdef($1::regclass) AS index', [
    name,
  ]);
  const [{ index } = { index: '' }] = rows;
  await runAll(client, [`DROP INDEX "${name}"`, searchCopies, index]);
}
