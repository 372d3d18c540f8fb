import { sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import { z } from 'zod';
import { oneEditAway } from '../../../../lib/search/one-edit-away.ts';
import type { CatalogueReader } from './catalogue-reader.ts';

// Queries about the words of the catalogue, which plan a search.

/** The match expressions with at least one match. */
export async function findMatched(
  reader: CatalogueReader,
  expressions: readonly string[],
): Promise<Set<string>> {
  if (expressions.length === 0) return new Set();
  const { elements, exists } = reader.fullText;
  const found = await reader.read(
    sql`SELECT e.value AS expression FROM ${elements(expressions)} e WHERE ${exists(sql`e.value`)}`,
  );
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
export async function countMatches(
  reader: CatalogueReader,
  { match, better, name, most }: MatchQuestion,
): Promise<Matches> {
  const { count, elements, exists } = reader.fullText;
  const found = await reader.read(sql`
    SELECT ${count(sql`${match}`, most)} AS count,
           EXISTS (SELECT 1 FROM ${elements(better)} e WHERE ${exists(sql`e.value`)}) AS isBetter,
           EXISTS (SELECT 1 FROM Product WHERE ${hasName(name)}) AS isNamed,
           EXISTS (SELECT 1 FROM Product WHERE ${isOfDeprecated}) AS hasDeprecated`);
  const [row] = countedRow.parse(found);
  return row;
}

/** Uses an index, like `isOfDeprecated`, because these columns come after the long texts of a row. */
export function hasName(name: string): Sql {
  return sql`status IN (0, 1) AND deprecated IN (0, 1) AND sortName = ${name}`;
}

export const isOfDeprecated = sql`status IN (0, 1) AND deprecated = 1`;

/** SQLite has 0 and 1. */
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean);
const countedRow = z.tuple([
  z.object({ count: z.int(), isBetter: flag, isNamed: flag, hasDeprecated: flag }),
]);

const mostCorrections = 5;
/** A word in this many products is common, and is not counted further. */
const countedProducts = 200;
const wordRows = z.array(z.object({ word: z.string() }));
const frequencyRows = z.array(z.object({ match: z.string(), products: z.int() }));

export interface SimilarWords {
  words: string[];
  /** Whether they are whole words. Otherwise they are prefixes of words. */
  areWhole: boolean;
}

/**
 * Words of names, introductions and tags that are one edit away and occur in more products, the most frequent first. If
 * the word may be a prefix and matches nothing, prefixes count, too.
 */
export async function findSimilarWords(
  reader: CatalogueReader,
  word: string,
  isPrefix: boolean,
): Promise<SimilarWords> {
  const { shorter, others } = oneEditAway(word);
  const whole = await findMoreFrequent(reader, word, [...shorter, ...others]);
  if (whole.length > 0 || !isPrefix) return { words: whole, areWhole: true };
  // Words that begin with the searched word match anyway.
  const beginnings = others.filter((one) => !one.startsWith(word));
  return { words: await findBeginnings(reader, beginnings), areWhole: false };
}

async function findMoreFrequent(reader: CatalogueReader, word: string, similar: string[]): Promise<string[]> {
  const { count, elements, matchOfWord } = reader.fullText;
  const found = await reader.read(
    sql`SELECT w.word FROM SearchWord w WHERE w.word IN (SELECT n.value FROM ${elements(similar)} n)`,
  );
  const words = wordRows.parse(found).map((row) => row.word);
  if (words.length === 0) return [];
  const expressions = [...new Set([word, ...words].map(matchOfWord))];
  const counted = await reader.read(
    sql`SELECT e.value AS match, ${count(sql`e.value`, countedProducts)} AS products FROM ${elements(expressions)} e`,
  );
  const products = new Map(frequencyRows.parse(counted).map((row) => [row.match, row.products]));
  const frequency = (one: string) => products.get(matchOfWord(one)) ?? 0;
  return words
    .filter((one) => frequency(one) > frequency(word))
    .toSorted((one, other) => frequency(other) - frequency(one) || (one < other ? -1 : 1))
    .slice(0, mostCorrections);
}

async function findBeginnings(reader: CatalogueReader, beginnings: string[]): Promise<string[]> {
  const found = await reader.read(sql`
    SELECT n.value AS word FROM ${reader.fullText.elements(beginnings)} n
     WHERE EXISTS (SELECT 1 FROM SearchWord w WHERE w.word >= n.value AND w.word < n.value || ${'\u{10ffff}'})
     LIMIT ${mostCorrections}`);
  return wordRows.parse(found).map((row) => row.word);
}
