import type { ListQuery } from '../../../products/list-query.ts';
import { type Statement, statement } from '../statement.ts';
import type { CatalogueReader } from './catalogue-reader.ts';

// Products and entries as JSON, joined by the database.

interface Joined {
  text: string | null;
}

const sqliteKeys = 'json_each(?) k';
const postgresKeys = 'json_array_elements_text(?) WITH ORDINALITY k(value, key)';
const withoutEnd = 'substr(p.card, 1, length(p.card) - 1)';

function productsAs(sqlite: string, postgres = sqlite): Statement<Joined> {
  return statement(
    `SELECT group_concat(${sqlite}, ',' ORDER BY k.key) AS text
       FROM ${sqliteKeys} CROSS JOIN Product p ON p.key = k.value`,
    `SELECT string_agg(${postgres}, ',' ORDER BY k.key) AS text
       FROM ${postgresKeys} JOIN Product p ON p.key = k.value::integer`,
  );
}

const cards = productsAs('p.card');
const whole = productsAs(
  `${withoutEnd} || ',"doc":' || json_quote(p.doc) || '}'`,
  `${withoutEnd} || ',"doc":' || to_json(p.doc)::text || '}'`,
);

const entryAs = (api: string) =>
  `CASE WHEN a.key IS NOT NULL THEN a.card
        WHEN b.key IS NULL THEN p.card
        ELSE ${withoutEnd} || ',"api":' || ${api} || '}' END, ',' ORDER BY k.key`;
const entriesOf = (keys: string, key: string) =>
  `FROM ${keys}
   LEFT JOIN Product p ON p.key = ${key}
   LEFT JOIN ApiOperation o ON o.productKey = ${key}
   LEFT JOIN Api b ON b.key = o.apiKey
   LEFT JOIN Api a ON a.key = -${key}`;
const entries = statement<Joined>(
  `SELECT group_concat(${entryAs("json_object('slug', b.slug, 'name', b.name)")}) AS text
     ${entriesOf(sqliteKeys, 'k.value')}`,
  `SELECT string_agg(${entryAs("json_build_object('slug', b.slug, 'name', b.name)::text")}) AS text
     ${entriesOf(postgresKeys, 'k.value::integer')}`,
);

export function readProductTexts(
  reader: CatalogueReader,
  keys: readonly number[],
  view?: ListQuery['view'],
): Promise<string> {
  return readText(reader, view === 'card' ? cards : whole, keys);
}

export function readEntryTexts(reader: CatalogueReader, keys: readonly number[]): Promise<string> {
  return readText(reader, entries, keys);
}

async function readText(reader: CatalogueReader, of: Statement<Joined>, keys: readonly number[]) {
  const [row] = await reader.all(of, JSON.stringify(keys));
  return row?.text ?? '';
}
