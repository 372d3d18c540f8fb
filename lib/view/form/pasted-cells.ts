import { canonicalJson, type JsonValue } from '../../json/json.ts';
import { headingsOf } from './paste-rows.ts';
import type { TableColumn } from '../../form/table-columns.ts';

/** Where the text is pasted. */
interface Target {
  columns: TableColumn[];
  items: JsonValue[];
  row: number;
  column: number;
  /** In a column of long texts, line breaks stay in one cell. */
  isProse: boolean;
  newItem: () => JsonValue;
}

/**
 * The cells of text from a spreadsheet or a CSV file; undefined for one cell or prose. Commas and semicolons may be
 * part of a number or a sentence: they separate cells only if that overwrites nothing, or if the first line names
 * columns.
 */
export function pastedCells(text: string, target: Target): string[][] | undefined {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (lines.includes('\t')) return cellsOf(lines, '\t');
  if (target.isProse || !lines.includes('\n')) return undefined;
  const [[only, ...more] = [], ...others] = cellsOf(lines, '\t');
  if (only !== undefined && only !== lines && more.length === 0 && others.length === 0) return [[only]];
  for (const separator of [',', ';']) {
    const rows = cellsOf(lines, separator);
    if (areOfOneTable(rows, target) && (headingsOf(rows, target.columns) || isFree(rows.length, target)))
      return rows;
  }
  return lines.split('\n').map((line) => [line]);
}

function areOfOneTable(rows: string[][], { columns, column }: Target): boolean {
  const width = rows[0]?.length ?? 0;
  return width > 1 && width <= columns.length - column && rows.every((row) => row.length === width);
}

/** Whether the rows to overwrite still have their first values. */
function isFree(count: number, { items, row, newItem }: Target): boolean {
  const fresh = canonicalJson(newItem());
  return items.slice(row, row + count).every((item) => canonicalJson(item) === fresh);
}

/** Quoted cells may contain separators, line breaks, and doubled quotes. */
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
  /** The index of the next separator or line break. */
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
