import { withMember } from '../../form/first-value.ts';
import { readNumber } from '../../form/number-text.ts';
import type { TableColumn } from '../../form/table-columns.ts';
import type { Widget } from '../../form/widget.ts';
import { isJsonObject, type JsonValue, canonicalJson, type JsonObject } from '../../json/json.ts';

interface Pasting {
  columns: TableColumn[];
  cells: string[][];
  /** The focused cell. */
  row: number;
  column: number;
  newItem: () => JsonValue;
}

interface PastedRows {
  items: JsonValue[];
  rows: number;
  /** The number of cells beyond the last column. */
  leftOut: number;
}

/** Writes the cells over the rows of a list and adds rows for the rest. A header line chooses the columns. */
export function pasteRows(items: JsonValue[], { columns, cells, row, column, newItem }: Pasting): PastedRows {
  const headings = headingsOf(cells, columns);
  const body = headings ? cells.slice(1) : cells;
  const next = [...items];
  let leftOut = 0;
  body.forEach((texts, index) => {
    let item = next[row + index] ?? newItem();
    texts.forEach((text, at) => {
      const target = headings ? headings[at] : columns[column + at];
      if (target === undefined) leftOut += text === '' ? 0 : 1;
      else item = withMember(isJsonObject(item) ? item : {}, target.name, cellValue(target.widget, text));
    });
    next[row + index] = item;
  });
  return { items: next, rows: body.length, leftOut };
}

/** The columns of a header line, each at most once. */
function headingsOf([first = [], ...others]: string[][], columns: TableColumn[]): TableColumn[] | undefined {
  const found = first.map((text) => {
    const word = text.trim().toLowerCase();
    return columns.find(({ name, label }) => [name, label].some((one) => one.toLowerCase() === word));
  });
  const named = found.filter((one) => one !== undefined);
  const isHeading =
    others.length > 0 && named.length === first.length && new Set(named).size === named.length;
  return isHeading ? named : undefined;
}

const booleans = new Map([
  ['true', true],
  ['false', false],
]);

/** Text that does not fit the column is kept and shown as an error. */
function cellValue(widget: Widget, text: string): JsonValue | undefined {
  const word = text.trim();
  if (word === '') return undefined;
  if (widget.kind === 'number') return readNumber(text);
  if (widget.kind === 'boolean') return booleans.get(word.toLowerCase()) ?? text;
  if (widget.kind !== 'choice') return text;
  const option = widget.options.find(({ value, label }) => label === word || String(value) === word);
  return option ? option.value : text;
}

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

export interface PastedText {
  text: string;
  /** The cursor position. */
  caret: number;
}

/**
 * The text of a field after pasting several lines, which an input would join; undefined if the browser's result is
 * right. A single trailing line break is dropped: spreadsheets and terminals add it.
 */
export function pastedText(
  text: string,
  pasted: string,
  { selectionStart, selectionEnd }: { selectionStart: number | null; selectionEnd: number | null },
): PastedText | undefined {
  const lines = pasted.replaceAll(/\r\n?/g, '\n');
  if (!hasSeveralLines(lines)) return undefined;
  const start = selectionStart ?? text.length;
  const after = text.slice(selectionEnd ?? start);
  return { text: text.slice(0, start) + lines + after, caret: start + lines.length };
}

/** Text of only white space is kept. */
function hasSeveralLines(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && (end < text.length - 1 || text.trim() === '');
}

/** Why a text cannot be a key of the object; undefined if it can. `own` is the key to rename. */
export function keyFault(
  typed: string,
  object: JsonObject,
  members: Set<string>,
  own?: string,
): string | undefined {
  if (typed === own) return undefined;
  if (typed === '') return 'A key needs a name.';
  if (typed === '__proto__' || typed === 'constructor.prototype') return `“${typed}” cannot be a key.`;
  if (members.has(typed)) return `“${typed}” has its own field.`;
  return Object.hasOwn(object, typed) ? `“${typed}” already exists.` : undefined;
}
