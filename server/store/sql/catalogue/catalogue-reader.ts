import type { Sql } from '@prisma/client/runtime/client';
import type { Statement, Value } from '../statement.ts';
import type { FullText } from './full-text.ts';

/** What an engine answers at once, or after a round trip. */
export type Now<T> = T | Promise<T>;

/** In PostgreSQL, of one of several pages that are read together. */
export interface JoinedTexts {
  page: number;
  text: string | null;
}

/** The connections of an engine for reading the catalogue. */
export interface CatalogueReader {
  readonly fullText: FullText;
  /**
   * A statement that varies with the words of a search and the selected tags. `isCommon`: it reads much of the full-text
   * table.
   */
  read(query: Sql, isCommon?: boolean): Now<unknown[]>;
  /** The column `key` of a query, in its order. */
  readKeys(query: Sql): Now<Int32Array>;
  /** Texts of the rows with these keys, in their order, with a comma between. */
  joinTexts(statement: Statement<JoinedTexts>, keys: readonly number[]): Now<string>;
  all<Row extends object>(statement: Statement<Row>, ...values: Value[]): Now<Row[]>;
}
