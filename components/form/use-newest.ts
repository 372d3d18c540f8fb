import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Edits of a whole by its parts, under a function that never changes. Each is made on the newest whole: a second one
 * may come before the first is rendered.
 */
export function useNewest<Whole>(
  value: Whole,
  onChange: (next: Whole) => void,
): (edit: (newest: Whole) => Whole) => void {
  const newest = useRef({ value, onChange });
  useLayoutEffect(() => {
    newest.current = { value, onChange };
  });
  return useCallback((edit) => {
    const next = edit(newest.current.value);
    newest.current.value = next;
    newest.current.onChange(next);
  }, []);
}
