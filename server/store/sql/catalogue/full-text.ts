import type { Sql } from '@prisma/client/runtime/client';
import type { SearchField } from '../../../../lib/search/rank-products.ts';
import type { Phrase } from '../../../../lib/search/search-terms.ts';
import type { ListFilter } from '../../catalogue/catalogue.ts';

/**
 * How an engine asks its full-text tables: `product_search`, here always `s`, and `api_search`. A match expression is a
 * text in the engine's own language.
 */
export interface FullText {
  matchOfPhrase: (phrase: Phrase, field: SearchField) => string;
  /** For the table of APIs, which has names and providers: one phrase of each of these. */
  matchOfApis: (terms: readonly (readonly Phrase[])[]) => string;
  /** What matches all or any of the expressions. */
  matchOfAll: (expressions: readonly string[]) => string;
  matchOfAny: (expressions: readonly string[]) => string;

  /** The key of the product of a row. */
  key: Sql;
  /** Whether a row matches, and has this status where that is asked. */
  matches: (expression: Sql, status: ListFilter['status'], isAsked: Sql) => Sql;
  /** Up to a limit, without hidden products. */
  count: (expression: Sql, most: number, hidden: Int32Array) => Sql;

  /** The table of APIs, joined with the APIs `a`. */
  apis: Sql;
  matchesApi: (match: string) => Sql;
  rankOfApi: (match: string) => Sql;

  contains: (text: Sql, part: string) => Sql;
  /** Makes the letters A to Z small. */
  lower: (text: Sql) => Sql;

  /** The texts of a JSON list, as rows with the columns `value` and `place`, from 0. */
  elements: (list: readonly string[]) => Sql;
  /** The column `value` of these keys. */
  keysOf: (keys: Int32Array) => Sql;
  /** Whether a column is one of a few hundred keys. */
  isOneOf: (column: Sql, keys: Int32Array) => Sql;
  /** The keys of a group as the text of a JSON list, in their order. */
  listOfKeys: Sql;
}
