import type { PageOf } from '../page.ts';

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
