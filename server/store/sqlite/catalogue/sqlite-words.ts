import { z } from 'zod';
import { oneEditAway } from '../../../../lib/search/one-edit-away.ts';
import { Prisma } from '../../../../prisma/generated/sqlite/client.ts';
import type { SqliteReader } from './sqlite-reader.ts';

// Queries about the words of the catalogue, which plan a search.

/** The match expressions with at least one match. */
export function findMatched(reader: SqliteReader, expressions: readonly string[]): Set<string> {
  if (expressions.length === 0) return new Set();
  const found = reader.read(Prisma.sql`
    SELECT e.value AS expression FROM json_each(${JSON.stringify(expressions)}) e
     WHERE EXISTS (SELECT 1 FROM product_search WHERE product_search MATCH e.value)`);
  return new Set(matchedRows.parse(found).map(({ expression }) => expression));
}

const matchedRows = z.array(z.object({ expression: z.string() }));

export interface Matches {
  /** Counted up to a limit. */
  count: number;
  /** Whether a better expression matches, too. */
  isBetter: boolean;
  /** Whether a product has exactly this name. */
  isNamed: boolean;
  /** Whether any product is deprecated, matching or not. */
  hasDeprecated: boolean;
}

interface MatchQuestion {
  match: string;
  better: readonly string[];
  name: string;
  most: number;
}

/** Counts the matches, and finds the criteria that can order them. */
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

/** Uses an index, like `isOfDeprecated`, because these columns come after the long texts of a row. */
export function hasName(name: string): Prisma.Sql {
  return Prisma.sql`status IN (0, 1) AND deprecated IN (0, 1) AND sortName = ${name}`;
}

export const isOfDeprecated = Prisma.sql`status IN (0, 1) AND deprecated = 1`;

const countedRow = z.tuple([
  z.object({ count: z.int(), isBetter: z.int(), isNamed: z.int(), hasDeprecated: z.int() }),
]);

const mostCorrections = 5;
/** A word in this many products is common, and is not counted further. */
const countedProducts = 200;
const wordRows = z.array(z.object({ word: z.string() }));

export interface SimilarWords {
  words: string[];
  /** Whether they are whole words. Otherwise they are prefixes of words. */
  areWhole: boolean;
}

/**
 * Words of names, introductions and tags that are one edit away and occur in more products, the most frequent first. If
 * the word may be a prefix and matches nothing, prefixes count, too.
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
  // Words that begin with the searched word match anyway.
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
