import type { Statement } from 'better-sqlite3';

const rowsAtOnce = 10_000;

/** The statement takes the last key and a limit, and its first column is the key. */
export function* readInChunks<Row extends [number, ...unknown[]]>(
  statement: Statement<[number, number], Row>,
  after = Number.MIN_SAFE_INTEGER,
): Generator<Row[]> {
  let last = after;
  for (;;) {
    const rows = statement.all(last, rowsAtOnce);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end[0];
  }
}
