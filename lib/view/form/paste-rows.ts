import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { withMember } from '../../form/edit.ts';
import { readNumber } from '../../form/number-text.ts';
import type { TableColumn } from '../../form/table-columns.ts';
import type { Widget } from '../../form/widget.ts';

interface Pasting {
  columns: TableColumn[];
  cells: string[][];
  /** The focused cell. */
  row: number;
  column: number;
  newItem: () => JsonValue;
}

export interface PastedRows {
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
export function headingsOf(
  [first = [], ...others]: string[][],
  columns: TableColumn[],
): TableColumn[] | undefined {
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
