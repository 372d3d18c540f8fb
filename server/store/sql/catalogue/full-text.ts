import type { Sql } from '@prisma/client/runtime/client';
import type { Phrase } from '../../../../lib/search/alternatives.ts';
import type { SearchTier } from '../../../../lib/search/search-tiers.ts';
import type { ListFilter } from '../../catalogue.ts';
import type { Match, WordSearch } from './search-plan.ts';

/**
 * How an engine asks its full-text tables: `product_search`, here always `s`, and `api_search`. A match expression is a
 * text in the engine's own language.
 */
export interface FullText {
  matchOfTier: (tier: SearchTier) => string;
  /** The widest name tier as an expression for the table of APIs, which has names and providers. */
  matchOfApis: (tiers: readonly SearchTier[]) => string;
  matchOfPhrase: (phrase: Phrase) => string;
  /** Finds a word in names, introductions and tags. */
  matchOfWord: (word: string) => string;

  /** The key of the product of a row. */
  key: Sql;
  /** The table, joined with the products `p`. */
  withProducts: Sql;
  matches: (expression: Sql) => Sql;
  matchesOfStatus: (match: string, status: ListFilter['status']) => Sql;
  /** Whether a search without an order reads the products, too. */
  needsProducts: (search: WordSearch) => boolean;
  isIn: (tier: Match) => Sql;
  isDeprecated: Sql;
  /** Sorts the best match first. */
  rank: (search: WordSearch) => Sql;
  /** Up to a limit. */
  count: (expression: Sql, most: number) => Sql;
  exists: (expression: Sql) => Sql;

  /** The table of APIs, joined with the APIs `a`. */
  apis: Sql;
  matchesApi: (match: string) => Sql;
  rankOfApi: (match: string) => Sql;

  contains: (text: Sql, part: string) => Sql;
  /** Makes the letters A to Z small. */
  lower: (text: Sql) => Sql;

  /** The texts of a JSON list, as rows with the column `value`. */
  elements: (list: readonly string[]) => Sql;
}
