import type { KeyboardEvent } from 'react';
import { isComposing } from './is-composing.ts';

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
