import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import { lexemeOf, type Phrase } from '../../../../lib/search/search-terms.ts';
import type { SearchField } from '../../../../lib/search/rank-products.ts';
import type { CatalogueReader, JoinedTexts } from '../../sql/catalogue/catalogue-reader.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';
import { all, type Statement, type Value } from '../../sql/statement.ts';
import { BatchLine } from '../batch-line.ts';
import { postgresSql, runSteps } from '../run-steps.ts';
import { fieldLexeme, letterLexeme } from '../search-vector.ts';
import type pg from 'pg';

/** Statements vary with the words of a search and the selected tags, which are few. */
const mostPrepared = 200;

/** The most pages that one statement reads: a page may be long. */
const mostPages = 16;

/**
 * A plan for the words of this search, since one for any words expects few matches. The planner does not know that
 * reading the whole table would fetch the long vector of each row.
 */
const beginCommon = `BEGIN READ ONLY; SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = off;
  SET LOCAL work_mem = '32MB'; SET LOCAL jit = off`;

const keysRow = z.tuple([z.object({ keys: z.instanceof(Buffer).nullable() })]);

/** Reads the catalogue over connections of the caller. */
export class PostgresReader implements CatalogueReader {
  readonly fullText = postgresFullText;
  readonly #pool: pg.Pool;
  readonly #pages = new Map<Statement<JoinedTexts>, BatchLine<readonly number[], string>>();
  readonly #prepared = new Map<string, { name?: string; text: string }>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async read({ sql: text, values }: Sql, isCommon = false): Promise<unknown[]> {
    const query = { ...this.#preparedOf(text), values: values.map(withoutNul) };
    if (!isCommon) return (await this.#pool.query<object>(query)).rows;
    const client = await this.#pool.connect();
    try {
      await client.query(beginCommon);
      const { rows } = await client.query<object>(query);
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async readKeys(query: Sql): Promise<Int32Array> {
    const [{ keys }] = keysRow.parse(
      await this.read(sql`SELECT string_agg(int4send(key), '') AS keys FROM (${query}) o`),
    );
    return keys === null ? new Int32Array() : keysIn(keys);
  }

  /** Pages that are wanted at the same time are read together: a statement costs more than its rows. */
  joinTexts(statement: Statement<JoinedTexts>, keys: readonly number[]): Promise<string> {
    let line = this.#pages.get(statement);
    if (!line) {
      line = new BatchLine((pages) => this.#joinPages(statement, pages), mostPages);
      this.#pages.set(statement, line);
    }
    return line.add(keys);
  }

  all<Row extends object>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]> {
    return runSteps(this.#pool, all(statement, ...values));
  }

  async #joinPages(statement: Statement<JoinedTexts>, pages: (readonly number[])[]): Promise<string[]> {
    const pageOfKey = pages.flatMap((keys, page) => keys.map(() => page));
    const joined = await this.all(statement, `{${pages.flat().join()}}`, `{${pageOfKey.join()}}`);
    const texts = new Map(joined.map(({ page, text }) => [page, text]));
    return pages.map((_, page) => texts.get(page) ?? '');
  }

  #preparedOf(text: string): { name?: string; text: string } {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const size = this.#prepared.size;
    if (size >= mostPrepared) return { text: postgresSql(text) };
    const prepared = { name: `farebox_search_${size}`, text: postgresSql(text) };
    this.#prepared.set(text, prepared);
    return prepared;
  }
}

/** A search may have any character, and no text of PostgreSQL has this one. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/** The keys as PostgreSQL sends whole numbers: four bytes each, the highest first. */
function keysIn(bytes: Buffer): Int32Array {
  return Int32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4));
}

/** How much a match in a document, a tag, an introduction and a name counts: as for the full-text table of SQLite. */
const weights = '{0.1, 0.3, 0.4, 1}';

/** The full-text tables of PostgreSQL. */
const postgresFullText: FullText = {
  matchOfPhrase,
  matchOfApis: (terms) =>
    terms
      .map((phrases) => `(${phrases.map((phrase) => matchOfPhrase(phrase, 'anywhere')).join(' | ')})`)
      .join(' & '),
  matchOfAll: (expressions) => expressions.map((one) => `(${one})`).join(' & '),
  matchOfAny: (expressions) => expressions.map((one) => `(${one})`).join(' | '),
  key: sql`s.productKey`,
  matches: (expression, status, isAsked) =>
    status === 'all'
      ? isMatch(expression)
      : sql`${isMatch(expression)} AND (s.status = ${Number(status)} OR NOT ${isAsked})`,
  count: (expression, most, hidden) =>
    sql`product_matches(${expression}::tsquery, ${most}, ${`{${hidden.join()}}`}::integer[])`,
  apis: sql`api_search s JOIN Api a ON a.key = s.apiKey`,
  matchesApi: (match) => isMatch(sql`${match}`),
  // Divided by the logarithm of the length of the text.
  rankOfApi: (match) => sql`-ts_rank(${weights}::real[], s.words, ${match}::tsquery, 1)`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  lower: (text) => sql`lower((${text}) COLLATE "C")`,
  elements: (list) =>
    sql`(SELECT e.value, (e.place - 1)::integer AS place
           FROM json_array_elements_text(${JSON.stringify(list)}::json) WITH ORDINALITY e(value, place))`,
  keysOf: (keys) => sql`(SELECT unnest(${`{${keys.join()}}`}::integer[]) AS value)`,
  // Four times as fast as with a subquery.
  isOneOf: (column, keys) => sql`${column} = ANY (${`{${keys.join()}}`}::integer[])`,
  listOfKeys: sql`coalesce(json_agg(s.productKey ORDER BY s.productKey)::text, '[]')`,
};

function isMatch(expression: Sql): Sql {
  return sql`s.words @@ (${expression})::tsquery`;
}

function matchOfPhrase(phrase: Phrase, field: SearchField): string {
  const [word = ''] = phrase.words;
  const isLetter = phrase.isPrefix && phrase.words.length === 1 && word.length === 1;
  // Nearly every text has a word with a given first letter, so it is found in names and tags only.
  if (field === 'anywhere' && isLetter) return `'${letterLexeme(word)}'`;
  const lexemes = phrase.words.map((one) => {
    const lexeme = lexemeOf(one);
    return `'${field === 'anywhere' ? lexeme : fieldLexeme(field, lexeme)}'`;
  });
  return `(${lexemes.join(' <-> ')}${phrase.isPrefix ? ':*' : ''})`;
}
