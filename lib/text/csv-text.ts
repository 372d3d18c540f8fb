export type Cell = string | number | null;

/** Spreadsheets evaluate formulas, also with full-width signs. A negative number is safe. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** Rows as CSV (RFC 4180). Text that looks like a formula is escaped, because it may come from others. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
