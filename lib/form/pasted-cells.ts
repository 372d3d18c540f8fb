/** The cells of a text that was copied from a spreadsheet or a CSV file; undefined where it is one cell, or prose. */
export function pastedCells(text: string, columns: number, isProse: boolean): string[][] | undefined {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (lines.includes('\t')) return cellsOf(lines, '\t');
  if (!lines.includes('\n')) return undefined;
  const [[only, ...more] = [], ...others] = isProse ? [] : cellsOf(lines, '\t');
  if (only !== undefined && only !== lines && more.length === 0 && others.length === 0) return [[only]];
  for (const separator of [',', ';']) {
    const rows = cellsOf(lines, separator);
    const width = rows[0]?.length ?? 0;
    if (width > 1 && width <= columns && rows.every((row) => row.length === width)) return rows;
  }
  return isProse ? undefined : lines.split('\n').map((line) => [line]);
}

/** Cells in double quotes may hold separators, line breaks, and double quotes written twice. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    rows.at(-1)?.push(cell);
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

interface Cell {
  cell: string;
  /** Where its separator or its line break is. */
  end: number;
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, separator: string): Cell {
  let end = start + 1;
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
  const after = text[end + 1];
  const isWhole = text[end] === '"' && (after === undefined || after === separator || after === '\n');
  if (!isWhole) return plainCell(text, start, separator);
  return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
