import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { firstValue } from '../../lib/form/first-value.ts';
import { pasteRows } from '../../lib/view/form/paste-rows.ts';
import { pastedCells } from '../../lib/view/form/pasted-cells.ts';
import type { TableColumn } from '../../lib/form/table-columns.ts';
import type { ListWidget } from '../../lib/form/widget.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { Place } from './control-props.ts';
import { isPlainEnter } from '../is-plain-enter.ts';
import type { RenderedRows } from './use-rendered-rows.ts';
import type { ListEdits } from './use-list-edits.ts';
import { anySchema } from '../../lib/schema/schema-graph.ts';

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
