import SqliteDatabase from 'better-sqlite3';
import type { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import { mappedBytes } from '../database.ts';

/** Statements vary with the words of a search and the selected tags, which are few. */
const mostPrepared = 200;

/** A connection with prepared statements. Prisma takes three times as long as SQLite itself. */
export class SqliteReader {
  readonly #database: SqliteDatabase.Database;
  readonly #prepared = new Map<string, SqliteDatabase.Statement>();

  constructor(databaseFile: string) {
    this.#database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
    this.#database.pragma(`mmap_size = ${mappedBytes}`);
  }

  read({ sql, values }: Prisma.Sql): unknown[] {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      if (this.#prepared.size >= mostPrepared) this.#prepared.clear();
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement.all(...values);
  }

  /** A statement that takes keys as a JSON list and returns one text. */
  prepareText(sql: string): (keys: readonly number[]) => string {
    const statement = this.#database.prepare<[string], string | null>(sql).pluck();
    return (keys) => statement.get(JSON.stringify(keys)) ?? '';
  }

  close(): void {
    this.#database.close();
  }
}
