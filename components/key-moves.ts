import type { KeyboardEvent } from 'react';

type Move = (at: number, count: number) => number;

const next: Move = (at, count) => (at + 1) % count;
const previous: Move = (at, count) => (at + count - 1) % count;
const pageRows = 10;

/** Keys for tabs. */
export const tabMoves: Record<string, Move> = {
  ArrowRight: next,
  ArrowLeft: previous,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Keys for the options of a text field, in which Home and End move the cursor. */
export const optionMoves: Record<string, Move> = {
  ArrowDown: next,
  ArrowUp: previous,
  PageDown: (at, count) => Math.min(at + pageRows, count - 1),
  PageUp: (at) => Math.max(at - pageRows, 0),
};

/** The index that a key moves to. Keys with a modifier belong to the browser: Alt+← goes back. */
export function movedIndex(
  { key, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent,
  moves: Record<string, Move>,
  at: number,
  count: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey || isComposing(nativeEvent)) return undefined;
  return moves[key]?.(at, count);
}

/** Whether an input method handles the key. Safari shows it by the key code only. */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}

/** Enter alone: not in an input method, and not on a button, which it would click. */
export function isPlainEnter({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  nativeEvent,
  target,
}: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || isComposing(nativeEvent)) return false;
  return !(target instanceof Element && target.closest('button') !== null);
}
