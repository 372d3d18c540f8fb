import { empty, sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import type { ListFilter } from '../../catalogue.ts';
import type { CatalogueReader } from './catalogue-reader.ts';

// Queries about words and the products that have them, which a search asks.

const counts = z.array(z.object({ place: z.int(), products: z.int() }));

/** In how many products each expression matches, up to a limit. */
export async function countMatches(
  { fullText, read }: Reader,
  expressions: readonly string[],
  most: number,
): Promise<number[]> {
  const rows = counts.parse(
    await read(
      sql`SELECT e.place, ${fullText.count(sql`e.value`, most)} AS products FROM ${fullText.elements(expressions)} e`,
    ),
  );
  const products = expressions.map(() => 0);
  for (const row of rows) products[row.place] = row.products;
  return products;
}

const lists = z.array(z.object({ place: z.int(), keys: z.string() }));

/** The keys of the products of this status that each expression matches, going up. `isCommon`: they are many. */
export async function findMatches(
  { fullText, read }: Reader,
  expressions: readonly string[],
  status: ListFilter['status'],
  isCommon: boolean,
): Promise<Int32Array[]> {
  const { elements, matches, listOfKeys } = fullText;
  const rows = lists.parse(
    await read(
      sql`SELECT e.place, ${listOfKeys} AS keys FROM ${elements(expressions)} e CROSS JOIN product_search s
           WHERE ${matches(sql`e.value`, status)} GROUP BY e.place`,
      isCommon,
    ),
  );
  const found = expressions.map(() => new Int32Array());
  for (const { place, keys } of rows) found[place] = new Int32Array(keysIn(keys));
  return found;
}

/** The list guarantees the type. Checking each key would take as long as the search. */
function keysIn(list: string): number[] {
  return JSON.parse(list) as number[];
}

export interface Reader {
  fullText: CatalogueReader['fullText'];
  read: (query: Sql, isCommon?: boolean) => Promise<unknown[]>;
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
export async function findDeprecated({ read }: Reader): Promise<Set<number>> {
  const rows = await read(sql`SELECT key AS key FROM Product WHERE status IN (0, 1) AND deprecated = 1`);
  return new Set(keyRows.parse(rows).map(({ key }) => key));
}

const nameRows = z.array(z.object({ key: z.int(), name: z.string() }));

export async function readNames({ fullText, read }: Reader, keys: Int32Array): Promise<Map<number, string>> {
  const rows = await read(
    sql`SELECT key AS key, sortName AS name FROM Product WHERE key IN ${fullText.keysOf(keys)}`,
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

/** More words are read by their beginnings. */
const mostKnown = 5_000;
const countRow = z.tuple([z.object({ words: z.coerce.number() })]);
const wordRows = z.array(z.object({ word: z.string() }));

/** The words of names, introductions and tags that a misspelt one may have meant. */
export async function findSimilarWords({ read }: Reader, typed: string): Promise<string[]> {
  const [{ words }] = countRow.parse(
    await read(sql`SELECT count(*) AS words FROM (SELECT 1 AS one FROM SearchWord LIMIT ${mostKnown + 1}) w`),
  );
  if (words <= mostKnown)
    return wordRows.parse(await read(sql`SELECT word AS word FROM SearchWord`)).map(({ word }) => word);
  const [one = '', two = ''] = typed;
  const beginnings = one === two ? [one] : [one, two];
  const found: string[] = [];
  for (const beginning of beginnings) {
    const rows = await read(
      sql`SELECT word AS word FROM SearchWord WHERE word >= ${beginning} AND word < ${`${beginning}\u{10ffff}`}`,
    );
    found.push(...wordRows.parse(rows).map(({ word }) => word));
  }
  return found;
}
