import { useCallback, useInsertionEffect, useRef } from 'react';
import { withMember } from '../../lib/form/edit.ts';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';

/**
 * Edits of a whole by its parts, under a function that never changes. Each is made on the newest whole: a second one
 * may come before the first is rendered. It is set before layout effects run: fields hand on early text in theirs.
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

/** Edits of an object by its members. */
export function useMemberEdits(
  value: JsonObject,
  onChange: (next: JsonObject) => void,
): (name: string | number, next: JsonValue | undefined) => void {
  const edit = useNewest(value, onChange);
  return useCallback((name, next) => edit((newest) => withMember(newest, String(name), next)), [edit]);
}
