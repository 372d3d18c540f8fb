import { createContext, type FocusEvent, type SyntheticEvent, useCallback, useMemo, useState } from 'react';
import type { FieldFault } from '../../lib/form/faults.ts';
import {
  isFresh,
  noFreshValues,
  withFresh,
  withoutFresh,
  withTouched,
} from '../../lib/view/form/fresh-values.ts';

/** Tells the form that it has just made the value at a pointer. */
export const MarkFresh = createContext<(pointer: string) => void>(() => {});

/** The faults of a value that the form made wait until a person has touched or left it, or has tried to call. */
export function useFreshValues(faults: FieldFault[], isTried: boolean) {
  const [fresh, setFresh] = useState(noFreshValues);
  const markFresh = useCallback((pointer: string) => setFresh((now) => withFresh(now, pointer)), []);
  const touch = ({ target }: SyntheticEvent) => {
    const pointer = fresh.size === 0 ? undefined : pointerAt(target);
    if (pointer !== undefined) setFresh(withTouched(fresh, pointer));
  };
  const leave = (event: FocusEvent) => {
    if (fresh.size === 0) return;
    touch(event);
    const { relatedTarget } = event;
    setFresh((now) => withoutFresh(now, (pointer) => isLeft(pointer, event.target, relatedTarget)));
  };
  const shown = useMemo(
    () => (isTried || fresh.size === 0 ? faults : faults.filter(({ pointer }) => !isFresh(fresh, pointer))),
    [faults, fresh, isTried],
  );
  return { faults: shown, markFresh, touch, leave };
}

/** The field that an element is the control of. What chooses among types is no part of the value. */
function pointerAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest('[data-chooser]') !== null) return undefined;
  return target.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
}

function isLeft(pointer: string, from: EventTarget, to: EventTarget | null): boolean {
  const field = from instanceof Element ? from.closest(`[data-pointer="${CSS.escape(pointer)}"]`) : null;
  return field !== null && !(to instanceof Node && field.contains(to));
}
