import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { firstValue } from '../../../lib/form/first-value.ts';
import type { TableColumn } from '../../../lib/form/table-columns.ts';
import type { ListWidget } from '../../../lib/form/widget.ts';
import type { JsonValue } from '../../../lib/json/json.ts';
import { anySchema } from '../../../lib/schema/schema-graph.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { pasteRows, pastedCells } from '../../../lib/view/form/pasted-rows.ts';
import { isPlainEnter } from '../../key-moves.ts';
import type { Place } from '../control-props.ts';
import type { ListEdits } from '../use-list-edits.ts';

interface Table {
  widget: ListWidget;
  place: Place;
  columns: TableColumn[];
  items: JsonValue[];
  edits: Pick<ListEdits, 'add' | 'replace'>;
  drawn: RenderedRows;
}

/** Pastes spreadsheet cells into a table, and moves with the Enter key. */
export function useCellKeys(
  { widget, place, columns, items, edits: { add, replace }, drawn }: Table,
  body: RefObject<HTMLElement | null>,
) {
  const [pasted, setPasted] = useState('');
  const focusedCell = (target: EventTarget) => {
    const cell = cellOf(target, columns, body.current);
    return cell && { ...cell, row: drawn.from + cell.row };
  };
  const paste = (event: ClipboardEvent) => {
    const focused = focusedCell(event.target);
    const cell = focused ?? { row: items.length, column: 0 };
    const widgetThere = focused && columns[focused.column]?.widget;
    if (place.disabled) return;
    const isProse = widgetThere?.kind === 'text' && widgetThere.input === 'long';
    const text = event.clipboardData.getData('text/plain');
    const newItem = () => firstValue(widget.items ?? anySchema);
    const cells = pastedCells(text, { columns, items, ...cell, isProse, newItem });
    if (cells === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const result = pasteRows(items, { columns, cells, ...cell, newItem });
    replace(result.items);
    setPasted(pasteText(result.rows, result.leftOut));
  };
  const press = (event: KeyboardEvent) => {
    const cell = isPlainEnter(event) ? focusedCell(event.target) : undefined;
    if (cell === undefined) return;
    event.preventDefault();
    const name = columns[cell.column]?.name;
    if (cell.row < items.length - 1) {
      flushSync(() => drawn.reach(cell.row + 1));
      focusCell(body.current, cell.row + 1 - drawn.from, cell.column);
    } else if (items.length < widget.maxItems) add(name);
  };
  return { pasted, paste, press };
}

function pasteText(rows: number, leftOut: number): string {
  const pasted = `Pasted ${groupedNumber(rows)} ${rows === 1 ? 'row' : 'rows'}.`;
  if (leftOut === 0) return pasted;
  return `${pasted} ${groupedNumber(leftOut)} ${leftOut === 1 ? 'cell' : 'cells'} beyond the last column left out.`;
}

/** The cell that has the focus. */
function cellOf(
  target: EventTarget,
  columns: TableColumn[],
  body: HTMLElement | null,
): { row: number; column: number } | undefined {
  if (!(target instanceof Element) || body === null) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const column = columns.findIndex(({ name }) => name === cell?.dataset['column']);
  const row = [...body.children].findIndex((one) => one.contains(target));
  return column < 0 || row < 0 ? undefined : { row, column };
}

function focusCell(body: HTMLElement | null, row: number, column: number): void {
  const cell = body?.children[row]?.querySelectorAll('[data-column]')[column];
  cell?.querySelector<HTMLElement>('input, textarea, select')?.focus();
}

/** Rows that are rendered at once: thousands can be pasted. */
const batch = 100;

export interface RenderedRows {
  /** The first rendered row, and the one after the last. */
  from: number;
  to: number;
  showEarlier: () => void;
  showLater: () => void;
  /** Renders a row that is about to get the focus. */
  reach: (row: number) => void;
}

/** The rendered part of a long table. */
export function useRenderedRows(count: number): RenderedRows {
  const [{ from: first, to }, setDrawn] = useState({ from: 0, to: batch });
  // Rows may have been removed since.
  const from = Math.min(first, Math.max(0, count - batch));
  const reach = (row: number) => {
    if (row >= from && row < to) return;
    const isNear = row >= to && row < to + batch;
    setDrawn({ from: isNear ? from : Math.max(0, row + 1 - batch), to: row + 1 });
  };
  return {
    from,
    to,
    showEarlier: () => setDrawn({ from: Math.max(0, from - batch), to }),
    showLater: () => setDrawn({ from, to: to + batch }),
    reach,
  };
}
