import { useCallback, useInsertionEffect, useRef } from 'react';
import { withMember } from '../../lib/form/edit.ts';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';

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
