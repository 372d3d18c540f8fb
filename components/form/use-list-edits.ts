import { type RefObject, useCallback, useEffect, useRef, useState, useInsertionEffect } from 'react';
import { withItem, withMovedItem, withoutItem, firstValue, withMember } from '../../lib/form/first-value.ts';
import type { ListWidget } from '../../lib/form/widget.ts';
import type { JsonValue, JsonObject } from '../../lib/json/json.ts';
import { anySchema } from '../../lib/schema/schema-graph.ts';

export interface ListEdits {
  /** A stable React key for each item. */
  rows: number[];
  /** The last change, for screen readers. */
  announcement: string;
  change: (slot: string | number, next: JsonValue | undefined) => void;
  /** Focuses the new item, or one of its columns. */
  add: (column?: string) => void;
  remove: (index: number) => void;
  move: (index: number, to: number) => void;
  replace: (items: JsonValue[]) => void;
}

/** Edits of a list. Each leaves the focus where the next edit is likely. */
export function useListEdits(
  widget: ListWidget,
  items: JsonValue[],
  onChange: (next: JsonValue[]) => void,
  container: RefObject<HTMLElement | null>,
): ListEdits {
  const edit = useNewest(items, onChange);
  const [kept, setKept] = useState<number[]>([]);
  const [announcement, setSaid] = useState('');
  const focusAfter = useRef<(() => void) | undefined>(undefined);
  const rows = rowsOf(kept, items.length);
  useEffect(() => {
    focusAfter.current?.();
    focusAfter.current = undefined;
  });
  const change = useCallback(
    (slot: string | number, next: JsonValue | undefined) =>
      edit((newest) => withItem(newest, Number(slot), next === undefined ? '' : next)),
    [edit],
  );
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector);
  const add = (column?: string) => {
    const row = newRow(rows);
    const schema = widget.prefix[items.length] ?? widget.items ?? anySchema;
    setKept([...rows, row]);
    edit((newest) => [...newest, firstValue(schema)]);
    const place = column === undefined ? '' : `[data-column="${CSS.escape(column)}"]`;
    focusAfter.current = () =>
      find(
        `[data-row="${row}"] ${place} :is(input, textarea, select, button:not([data-tool]), button[data-tool=add])`,
      )?.focus();
  };
  const remove = (index: number) => {
    const next = rows[index + 1] ?? rows[index - 1];
    setKept(withoutItem(rows, index));
    edit((newest) => withoutItem(newest, index));
    setSaid(`Item ${index + 1} removed.`);
    focusAfter.current = () =>
      (find(`[data-row="${next}"] > * > [data-tool="remove"]`) ?? find('[data-tool="add"]'))?.focus();
  };
  const move = (index: number, to: number) => {
    const first = widget.prefix.length;
    if (index < first || to < first || to >= items.length) return;
    const focused = document.activeElement;
    setKept(withMovedItem(rows, index, to));
    edit((newest) => withMovedItem(newest, index, to));
    setSaid(`Moved to ${to + 1} of ${items.length}.`);
    // A row that moves in the document loses the focus.
    focusAfter.current = () => focused instanceof HTMLElement && focused.focus();
  };
  const replace = (next: JsonValue[]) => edit(() => next);
  return { rows, announcement, change, add, remove, move, replace };
}

/**
 * Stable functions that edit parts of a value. Each edit applies to the newest value, because a second edit may come
 * before a render. It is updated before layout effects, in which fields report early text.
 */
export function useNewest<Whole>(
  value: Whole,
  onChange: (next: Whole) => void,
): (edit: (newest: Whole) => Whole) => void {
  const newest = useRef({ value, onChange });
  useInsertionEffect(() => {
    newest.current = { value, onChange };
  });
  return useCallback((edit) => {
    const next = edit(newest.current.value);
    newest.current.value = next;
    newest.current.onChange(next);
  }, []);
}

/** Edits the members of an object. */
export function useMemberEdits(
  value: JsonObject,
  onChange: (next: JsonObject) => void,
): (name: string | number, next: JsonValue | undefined) => void {
  const edit = useNewest(value, onChange);
  return useCallback((name, next) => edit((newest) => withMember(newest, String(name), next)), [edit]);
}

/** Stable React keys for the items of a list that changes. */
function rowsOf(kept: number[], length: number): number[] {
  const rows = kept.slice(0, length);
  while (rows.length < length) rows.push(newRow(rows));
  return rows;
}

function newRow(rows: number[]): number {
  return rows.reduce((highest, row) => Math.max(highest, row), -1) + 1;
}
