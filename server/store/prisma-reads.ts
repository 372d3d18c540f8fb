import { setFlagsFromString } from 'node:v8';
import { Prisma } from '../../prisma/generated/sqlite/client.ts';

/** A page of rows, of which one more than it takes was read. */
export function pageOf<Row>(found: Row[], most: number, cursor: (row: Row) => number): PageOf<Row> {
  const rows = found.slice(0, most);
  const last = rows.at(-1);
  return { rows, next: found.length > most && last !== undefined ? cursor(last) : null };
}

/** Greater than the key of every row that a list begins with. */
export const afterAll = 2_147_483_647;

/** A pattern for LIKE with `!` as its escape: the text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

/**
 * Whether a column has the text anywhere, in whatever case. `lower` knows only ASCII in SQLite and the letters of a
 * locale in PostgreSQL, so that other letters of the text are made lower one by one.
 */
export function contains(column: Prisma.Sql, text: string): Prisma.Sql {
  const letters = [...new Set(text.toLowerCase())].filter((letter) => isOtherPair(letter));
  const folded = letters.reduce(
    (sql, letter) => Prisma.sql`replace(${sql}, ${letter.toUpperCase()}, ${letter})`,
    Prisma.sql`lower(${column})`,
  );
  return Prisma.sql`${folded} LIKE ${containing(text.toLowerCase())} ESCAPE '!'`;
}

/** Not ASCII, and with another letter in upper case. */
function isOtherPair(letter: string): boolean {
  const upper = letter.toUpperCase();
  return letter > '\u007f' && upper !== letter && upper.toLowerCase() === letter;
}

/** Rows of a list, newest first. */
export interface PageOf<Row> {
  rows: Row[];
  /** Given as `before`, it continues the list. Null at the end. */
  next: number | null;
}

export interface PageWish {
  before: number | undefined;
  most: number;
}

/**
 * Prisma compiles each query in WebAssembly. V8 would optimise nearly all of it during the first queries, for more than
 * a second of a processor at each start. So only what stays in use is optimised.
 */
export function optimiseLate(): void {
  setFlagsFromString('--wasm-tiering-budget=50000000');
}
