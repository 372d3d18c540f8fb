import { z } from 'zod';
import { oneEditAway } from '../../../../lib/search/one-edit-away.ts';
import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import type { SqliteReader } from './sqlite-reader.ts';

// What a search asks of the words of the catalogue before it looks for products, in SQLite's words.

/** Which of these match expressions anything matches. */
export function findMatched(reader: SqliteReader, expressions: readonly string[]): Set<string> {
  if (expressions.length === 0) return new Set();
  const found = reader.read(Prisma.sql`
    SELECT e.value AS expression FROM json_each(${JSON.stringify(expressions)}) e
     WHERE EXISTS (SELECT 1 FROM product_search WHERE product_search MATCH e.value)`);
  return new Set(matchedRows.parse(found).map(({ expression }) => expression));
}

const matchedRows = z.array(z.object({ expression: z.string() }));

export interface Matches {
  /** Counted up to a number. */
  count: number;
  /** Whether a better expression matches, too. */
  isBetter: boolean;
  /** Whether a product has this very name. */
  isNamed: boolean;
  /** Whether any product is deprecated, matched or not. */
  hasDeprecated: boolean;
}

interface MatchQuestion {
  match: string;
  better: readonly string[];
  name: string;
  most: number;
}

/** How many products match, and which orders can tell them apart. */
export function countMatches(reader: SqliteReader, { match, better, name, most }: MatchQuestion): Matches {
  const found = reader.read(Prisma.sql`
    SELECT (SELECT count(*)
              FROM (SELECT 1 FROM product_search WHERE product_search MATCH ${match} LIMIT ${most})) AS count,
           EXISTS (SELECT 1 FROM json_each(${JSON.stringify(better)}) e
                    WHERE EXISTS (SELECT 1 FROM product_search WHERE product_search MATCH e.value)) AS isBetter,
           EXISTS (SELECT 1 FROM Product WHERE ${hasName(name)}) AS isNamed,
           EXISTS (SELECT 1 FROM Product WHERE ${isOfDeprecated}) AS hasDeprecated`);
  const [row] = countedRow.parse(found);
  return {
    count: row.count,
    isBetter: row.isBetter === 1,
    isNamed: row.isNamed === 1,
    hasDeprecated: row.hasDeprecated === 1,
  };
}

/** By an index, as `isOfDeprecated`: these columns stand behind the long texts of a row. */
export function hasName(name: string): Prisma.Sql {
  return Prisma.sql`status IN (0, 1) AND deprecated IN (0, 1) AND sortName = ${name}`;
}

export const isOfDeprecated = Prisma.sql`status IN (0, 1) AND deprecated = 1`;

const countedRow = z.tuple([
  z.object({ count: z.int(), isBetter: z.int(), isNamed: z.int(), hasDeprecated: z.int() }),
]);

const mostCorrections = 5;
/** A word that so many products have is common, and is not counted further. */
const countedProducts = 200;
const wordRows = z.array(z.object({ word: z.string() }));

export interface SimilarWords {
  words: string[];
  /** Whether products have them; else they have words that begin so. */
  areWhole: boolean;
}

/**
 * The words of names, introductions and tags that one edit turns a word into, and that more products have; those that
 * most products have first. Where the word may be the beginning of one, and is one of none, so may they.
 */
export function findSimilarWords(reader: SqliteReader, word: string, isPrefix: boolean): SimilarWords {
  const { shorter, others } = oneEditAway(word);
  const found = reader.read(Prisma.sql`
    SELECT w.word AS word, ${productsWith(Prisma.sql`w.word`)} AS products
      FROM json_each(${JSON.stringify([...shorter, ...others])}) n CROSS JOIN SearchWord w ON w.word = n.value
     WHERE products > ${productsWith(Prisma.sql`${word}`)}
     ORDER BY products DESC, word LIMIT ${mostCorrections}`);
  const whole = wordRows.parse(found).map((row) => row.word);
  if (whole.length > 0 || !isPrefix) return { words: whole, areWhole: true };
  // What begins with the word is found by it as it stands.
  const beginnings = others.filter((one) => !one.startsWith(word));
  return { words: findBeginnings(reader, beginnings), areWhole: false };
}

function productsWith(word: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT count(*) FROM (
      SELECT 1 FROM product_search WHERE product_search MATCH '{name introduction tags} : "' || ${word} || '"'
       LIMIT ${countedProducts}))`;
}

function findBeginnings(reader: SqliteReader, beginnings: string[]): string[] {
  const found = reader.read(Prisma.sql`
    SELECT n.value AS word FROM json_each(${JSON.stringify(beginnings)}) n
     WHERE EXISTS (SELECT 1 FROM SearchWord w WHERE w.word >= n.value AND w.word < n.value || char(1114111))
     LIMIT ${mostCorrections}`);
  return wordRows.parse(found).map((row) => row.word);
}
