import SqliteDatabase from 'better-sqlite3';
import type { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import { mappedBytes } from '../database.ts';
import type { ListQuery } from '../../../products/list-query.ts';

/** Reads searches, orders and the texts of pages. */
export interface Catalogue {
  /** The rows of a statement. */
  read(statement: Prisma.Sql): unknown[];
  /** The products of these keys in their order, as the members of a JSON array. */
  readProductTexts(keys: readonly number[], view?: ListQuery['view']): string;
  /** The same for entries of the catalogue: the key of an API is negative, and a product names the API that it is of. */
  readEntryTexts(keys: readonly number[]): string;
  close(): void;
}

/** Statements differ by the words of a search and the tags of a choice, each of which are few. */
const mostPrepared = 200;

/**
 * Prisma's way to the database takes three times as long as SQLite does: these questions have a connection and prepared
 * statements of their own. The texts are joined where they are stored, too.
 */
export function openCatalogue(databaseFile: string): Catalogue {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  database.pragma(`mmap_size = ${mappedBytes}`);
  const prepared = new Map<string, SqliteDatabase.Statement>();
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
    read({ sql, values }) {
      let statement = prepared.get(sql);
      if (!statement) {
        if (prepared.size >= mostPrepared) prepared.clear();
        statement = database.prepare(sql);
        prepared.set(sql, statement);
      }
      return statement.all(...values);
    },
    readEntryTexts: (keys) => entries.get(JSON.stringify(keys)) ?? '',
    readProductTexts: (keys, view) => (view === 'card' ? cards : whole).get(JSON.stringify(keys)) ?? '',
    close: () => database.close(),
  };
}
