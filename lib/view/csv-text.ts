type Cell = string | number | null;

/** What a spreadsheet would take for a formula. A number may begin with a minus sign. */
const formula = /^[=+\-@\t\r]/;

/** Rows as CSV of RFC 4180. Names in it are other people's texts: none of them becomes a formula when it is opened. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
