import SqliteDatabase from 'better-sqlite3';
import { mappedBytes } from '../database.ts';
import type { ListQuery } from './list-query.ts';

/** The products of these keys in their order, as the members of a JSON array. */
export type ReadProductTexts = (keys: readonly number[], view?: ListQuery['view']) => string;

/** The same for entries of the catalogue: the key of an API is negative, and a product names the API that it is of. */
export type ReadEntryTexts = (keys: readonly number[]) => string;

/**
 * Of a page that is not at hand Prisma's way to the database is the longest part, three times what SQLite does: this
 * one question has a connection and statements of its own. The texts are joined where they are stored, too.
 */
export function openProductTexts(databaseFile: string): {
  read: ReadProductTexts;
  readEntries: ReadEntryTexts;
  close: () => void;
} {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  database.pragma(`mmap_size = ${mappedBytes}`);
  const prepare = (text: string) =>
    database
      .prepare<[string], string | null>(
        `SELECT group_concat(${text}, ',' ORDER BY k.key)
           FROM json_each(?) k CROSS JOIN Product p ON p.key = k.value`,
      )
      .pluck();
  const cards = prepare('p.card');
  const whole = prepare(`substr(p.card, 1, length(p.card) - 1) || ',"doc":' || json_quote(p.doc) || '}'`);
  const entries = database
    .prepare<[string], string | null>(
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
    )
    .pluck();
  return {
    readEntries: (keys) => entries.get(JSON.stringify(keys)) ?? '',
    read: (keys, view) => (view === 'card' ? cards : whole).get(JSON.stringify(keys)) ?? '',
    close: () => database.close(),
  };
}
