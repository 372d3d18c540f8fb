import { empty, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import type { SearchField } from '../../../../lib/search/rank-products.ts';
import type { Phrase } from '../../../../lib/search/search-terms.ts';
import type { CatalogueReader, JoinedTexts } from '../../sql/catalogue/catalogue-reader.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';
import { all, type Statement, type Steps, type Value } from '../../sql/statement.ts';
import { prepareSteps } from '../run-steps.ts';

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

const key = sql`s.rowid`;

/** The columns of a field. `status` is no text. */
const columns: Record<SearchField, string> = {
  name: '{name}',
  tags: '{tags}',
  introduction: '{introduction}',
  anywhere: '{name introduction doc tags}',
};

/** The full-text tables of SQLite. */
const sqliteFullText: FullText = {
  matchOfPhrase(phrase, field) {
    const isLetter = isBeginningLetter(phrase);
    return `${isLetter && field === 'anywhere' ? '{name tags}' : columns[field]} : ${textOf(phrase)}`;
  },
  matchOfApis: (terms) =>
    `{name tags} : (${terms.map((phrases) => `(${phrases.map(textOf).join(' OR ')})`).join(' AND ')})`,
  matchOfAll: (expressions) => expressions.map((one) => `(${one})`).join(' AND '),
  matchOfAny: (expressions) => expressions.map((one) => `(${one})`).join(' OR '),
  key,
  // The full-text table also has the status, which avoids reading each row. Few are offline.
  matches: (expression, status, isAsked) =>
    status === 'all'
      ? sql`product_search MATCH ${expression}`
      : sql`product_search MATCH CASE WHEN ${isAsked}
              THEN '(' || ${expression} || ${status === '1' ? ') NOT status : offline' : ') AND status : offline'}
              ELSE ${expression} END`,
  count: (expression, most, hidden) => sql`(
    SELECT count(*) FROM (
      SELECT 1 FROM product_search WHERE product_search MATCH ${expression}${hiddenCondition(hidden)} LIMIT ${most}))`,
  apis: sql`api_search s CROSS JOIN Api a ON a.key = s.rowid`,
  matchesApi: (match) => sql`api_search MATCH ${match}`,
  rankOfApi: () => sql`s.rank`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  lower: (text) => sql`lower(${text})`,
  elements: (list) => sql`(SELECT value, key AS place FROM json_each(${JSON.stringify(list)}))`,
  keysOf: (keys) => sql`(SELECT value FROM json_each(${`[${keys.join()}]`}))`,
  isOneOf: (column, keys) => sql`${column} IN (SELECT value FROM json_each(${`[${keys.join()}]`}))`,
  listOfKeys: sql`json_group_array(s.rowid)`,
};

function hiddenCondition(hidden: Int32Array): Sql {
  return hidden.length === 0 ? empty : sql` AND rowid NOT IN ${sqliteFullText.keysOf(hidden)}`;
}

/** Words consist of letters and digits only, because the search is parsed. */
function textOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}

/** Nearly every text has a word with a given first letter. */
function isBeginningLetter({ words, isPrefix }: Phrase): boolean {
  return isPrefix && words.length === 1 && words[0]?.length === 1;
}

/** Memory-mapped reads halve the time for a page of the list. */
export const mappedBytes = 1024 * 1024 * 1024;
