/** Stable React keys for the items of a list that changes. */
export function rowsOf(kept: number[], length: number): number[] {
  const rows = kept.slice(0, length);
  while (rows.length < length) rows.push(newRow(rows));
  return rows;
}

export function newRow(rows: number[]): number {
  return rows.reduce((highest, row) => Math.max(highest, row), -1) + 1;
}
