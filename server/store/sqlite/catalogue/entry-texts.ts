import type { Catalogue } from '../../catalogue.ts';
import type { SqliteReader } from './sqlite-reader.ts';

/** Products and entries as JSON, joined by the database. */
export function prepareEntryTexts(reader: SqliteReader): Pick<Catalogue, 'productTexts' | 'entryTexts'> {
  const products = (text: string) =>
    reader.prepareText(
      `SELECT group_concat(${text}, ',' ORDER BY k.key)
         FROM json_each(?) k CROSS JOIN Product p ON p.key = k.value`,
    );
  const cards = products('p.card');
  const whole = products(`substr(p.card, 1, length(p.card) - 1) || ',"doc":' || json_quote(p.doc) || '}'`);
  const entryTexts = reader.prepareText(
    `SELECT group_concat(
              CASE WHEN k.value < 0 THEN a.card
                   WHEN b.key IS NULL THEN p.card
                   ELSE substr(p.card, 1, length(p.card) - 1) || ',"api":' ||
                        json_object('slug', b.slug, 'name', b.name) || '}' END, ',' ORDER BY k.key)
       FROM json_each(?) k
       LEFT JOIN Product p ON p.key = k.value
       LEFT JOIN ApiOperation o ON o.productKey = k.value
       LEFT JOIN Api b ON b.key = o.apiKey
       LEFT JOIN Api a ON a.key = -k.value`,
  );
  return { productTexts: (keys, view) => (view === 'card' ? cards : whole)(keys), entryTexts };
}
