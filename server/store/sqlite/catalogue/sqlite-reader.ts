import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { CatalogueReader, JoinedTexts } from '../../sql/catalogue/catalogue-reader.ts';
import { all, type Statement, type Steps, type Value } from '../../sql/statement.ts';
import { mappedBytes } from '../mapped-bytes.ts';
import { prepareSteps } from '../run-steps.ts';
import { sqliteFullText } from './sqlite-full-text.ts';

/** Statements vary with the words of a search and the selected tags, which are few. */
const mostPrepared = 200;

const keysRow = z.tuple([z.object({ keys: z.string() })]);

/** A connection with prepared statements. Prisma takes three times as long as SQLite itself. */
export class SqliteReader implements CatalogueReader {
  readonly fullText = sqliteFullText;
  readonly #database: SqliteDatabase.Database;
  readonly #runSteps: <Result>(steps: Steps<Result>) => Result;
  readonly #prepared = new Map<string, SqliteDatabase.Statement>();

  constructor(databaseFile: string) {
    this.#database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
    this.#database.pragma(`mmap_size = ${mappedBytes}`);
    this.#runSteps = prepareSteps(this.#database);
  }

  read({ sql: text, values }: Sql): unknown[] {
    let statement = this.#prepared.get(text);
    if (!statement) {
      if (this.#prepared.size >= mostPrepared) this.#prepared.clear();
      statement = this.#database.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement.all(...values);
  }

  /** Read as a single row, because a hundred thousand rows would each become an object. */
  readKeys(query: Sql): Int32Array {
    const [{ keys }] = keysRow.parse(this.read(sql`SELECT json_group_array(key) AS keys FROM (${query})`));
    return new Int32Array(keysIn(keys));
  }

  joinTexts(statement: Statement<JoinedTexts>, keys: readonly number[]): string {
    const [joined] = this.all(statement, JSON.stringify(keys));
    return joined?.text ?? '';
  }

  all<Row extends object>(statement: Statement<Row>, ...values: Value[]): Row[] {
    return this.#runSteps(all(statement, ...values));
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * `json_group_array` over an integer column guarantees the type. Checking each key would take as long as the search.
 */
function keysIn(array: string): number[] {
  return JSON.parse(array) as number[];
}
