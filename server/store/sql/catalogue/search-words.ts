import { empty, sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import { oneEditAway, Vocabulary } from '../../../../lib/search/mend-word.ts';
import type { ListFilter } from '../../catalogue/catalogue.ts';
import type { CatalogueReader } from './catalogue-reader.ts';

// Queries about words and the products that have them, which a search asks.

const counts = z.array(z.object({ place: z.int(), products: z.int() }));

/** In how many products each expression matches, up to a limit. */
export async function countMatches(
  { fullText, read, hidden }: Reader,
  expressions: readonly string[],
  most: number,
): Promise<number[]> {
  if (expressions.length === 0) return [];
  const rows = counts.parse(
    await read(
      sql`SELECT e.place, ${fullText.count(sql`e.value`, most, hidden)} AS products FROM ${fullText.elements(expressions)} e`,
    ),
  );
  const products = expressions.map(() => 0);
  for (const row of rows) products[row.place] = row.products;
  return products;
}

const lists = z.array(z.object({ place: z.int(), keys: z.string() }));

/**
 * The keys of the products that each expression matches, going up: for the first so many, of products of this status.
 * `isCommon`: they are many.
 */
export async function findMatches(
  { fullText, read, hides }: Reader,
  expressions: readonly string[],
  { status, first, isCommon }: { status: ListFilter['status']; first: number; isCommon: boolean },
): Promise<Int32Array[]> {
  const { elements, matches, listOfKeys } = fullText;
  const isMatch = matches(sql`e.value`, status, sql`e.place < ${first}`);
  const rows = lists.parse(
    await read(
      sql`SELECT e.place, ${listOfKeys} AS keys FROM ${elements(expressions)} e CROSS JOIN product_search s
           WHERE ${isMatch} GROUP BY e.place`,
      isCommon,
    ),
  );
  const found = expressions.map(() => new Int32Array());
  for (const { place, keys } of rows) found[place] = visible(new Int32Array(keysIn(keys)), hides);
  return found;
}

/** In the same order, without those that the audience must not see. */
export function visible<Keys extends Int32Array>(
  keys: Keys,
  hides: ReadonlySet<number>,
): Keys | Int32Array<ArrayBuffer> {
  return hides.size === 0 ? keys : keys.filter((key) => !hides.has(key));
}

/** The list guarantees the type. Checking each key would take as long as the search. */
function keysIn(list: string): number[] {
  return JSON.parse(list) as number[];
}

/** Reads for one audience. */
export interface Reader {
  fullText: CatalogueReader['fullText'];
  read: (query: Sql, isCommon?: boolean) => Promise<unknown[]>;
  /** The keys of the products that it must not see: they count nowhere, or an order would tell of them. */
  hides: ReadonlySet<number>;
  hidden: Int32Array;
  /** Of what is cached for it; empty for guests. */
  prefix: string;
}

export function readerOf(
  catalogue: CatalogueReader,
  { hidden, prefix }: { hidden: ReadonlySet<number>; prefix: string },
): Reader {
  return {
    prefix,
    hides: hidden,
    hidden: Int32Array.from(hidden),
    fullText: catalogue.fullText,
    read: async (query, isCommon) => catalogue.read(query, isCommon),
  };
}

/** Uses an index, like `isOfDeprecated`, because these columns come after the long texts of a row. */
export function hasName(name: string): Sql {
  return sql`status IN (0, 1) AND deprecated IN (0, 1) AND sortName = ${name}`;
}

const keyRows = z.array(z.object({ key: z.int() }));

/** The keys of products with exactly this name. */
export async function findNamed({ read }: Reader, name: string): Promise<Set<number>> {
  const rows = await read(sql`SELECT key AS key FROM Product WHERE ${hasName(name)}`);
  return new Set(keyRows.parse(rows).map(({ key }) => key));
}

/** The keys of all deprecated products, from an index. */
export async function findDeprecated(reader: CatalogueReader): Promise<Set<number>> {
  const rows = await reader.read(
    sql`SELECT key AS key FROM Product WHERE status IN (0, 1) AND deprecated = 1`,
  );
  return new Set(keyRows.parse(rows).map(({ key }) => key));
}

const nameRows = z.array(z.object({ key: z.int(), name: z.string() }));

export async function readNames({ fullText, read }: Reader, keys: Int32Array): Promise<Map<number, string>> {
  const rows = await read(
    sql`SELECT key AS key, sortName AS name FROM Product WHERE ${fullText.isOneOf(sql`key`, keys)}`,
  );
  return new Map(nameRows.parse(rows).map(({ key, name }) => [key, name]));
}

/** The keys of those whose texts contain all of these exactly. */
export async function findContaining(
  { fullText, read }: Reader,
  keys: Int32Array,
  literals: readonly string[],
): Promise<Set<number>> {
  const { contains, lower, keysOf } = fullText;
  const conditions = literals.map((literal) => sql` AND ${contains(lower(sql`card || doc`), literal)}`);
  const all = conditions.reduce((one, other) => sql`${one}${other}`, empty);
  const rows = await read(sql`SELECT key AS key FROM Product WHERE key IN ${keysOf(keys)}${all}`);
  return new Set(keyRows.parse(rows).map(({ key }) => key));
}

/** More words are neither kept nor compared one by one. */
const mostKnown = 5_000;
const wordRows = z.array(z.object({ word: z.string() }));

/** The words of names, introductions and tags. */
export async function readVocabulary(reader: CatalogueReader): Promise<Vocabulary | 'too many'> {
  const rows = wordRows.parse(
    await reader.read(sql`SELECT word AS word FROM SearchWord LIMIT ${mostKnown + 1}`),
  );
  return rows.length > mostKnown ? 'too many' : new Vocabulary(rows.map(({ word }) => word));
}

/** Of too many words, those that a misspelt one may have meant: one edit away, or else with the same beginning. */
export async function findSimilarWords({ fullText, read }: Reader, typed: string): Promise<Vocabulary> {
  const near = await read(
    sql`SELECT w.word AS word FROM SearchWord w
         WHERE w.word IN (SELECT n.value FROM ${fullText.elements(oneEditAway(typed))} n)`,
  );
  const beginning = [...typed].slice(0, 2).join('');
  const rows =
    near.length > 0
      ? near
      : await read(
          sql`SELECT word AS word FROM SearchWord
               WHERE word >= ${beginning} AND word < ${`${beginning}\u{10ffff}`} LIMIT ${mostKnown}`,
        );
  return new Vocabulary(wordRows.parse(rows).map(({ word }) => word));
}
