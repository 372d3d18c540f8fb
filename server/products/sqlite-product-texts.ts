import SqliteDatabase from 'better-sqlite3';
import { mappedBytes } from '../database.ts';
import type { ListQuery } from './list-query.ts';

/** The products of these keys in their order, as the members of a JSON array. */
export type ReadProductTexts = (keys: readonly number[], view?: ListQuery['view']) => string;

/**
 * Of a page that is not at hand Prisma's way to the database is the longest part, three times what SQLite does: this
 * one question has a connection and statements of its own. The texts are joined where they are stored, too.
 */
export function openProductTexts(databaseFile: string): { read: ReadProductTexts; close: () => void } {
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
  return {
    read: (keys, view) => (view === 'card' ? cards : whole).get(JSON.stringify(keys)) ?? '',
    close: () => database.close(),
  };
}
