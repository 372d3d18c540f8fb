import type { KeyboardEvent } from 'react';

/** Enter by itself. In an input method it chooses a word, and on a button it presses the button. */
export function isPlainEnter({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  nativeEvent,
  target,
}: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || nativeEvent.isComposing) return false;
  return !(target instanceof Element && target.closest('button') !== null);
}
