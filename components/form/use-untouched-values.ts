import { createContext, type FocusEvent, type SyntheticEvent, useCallback, useMemo, useState } from 'react';
import type { FieldFault } from '../../lib/form/faults.ts';
import {
  isUntouched,
  noUntouchedValues,
  withUntouched,
  withoutUntouched,
  withTouched,
} from '../../lib/view/form/untouched-values.ts';

/** Marks the value at a pointer as created by the form. */
export const MarkUntouched = createContext<(pointer: string) => void>(() => {});

/**
 * Hides the faults of a value that the form created until a person edits or leaves it, or tries to call. An edit shows
 * nothing before the faults of the edited input are known: older faults may be mended by it.
 */
export function useUntouchedValues(faults: FieldFault[], isCurrent: boolean, isTried: boolean) {
  const [fresh, setFresh] = useState(noUntouchedValues);
  const [hiding, setHiding] = useState(fresh);
  if (isCurrent && hiding !== fresh) setHiding(fresh);
  const markUntouched = useCallback((pointer: string) => setFresh((now) => withUntouched(now, pointer)), []);
  const touch = ({ target }: SyntheticEvent) => {
    const pointer = fresh.size === 0 ? undefined : pointerAt(target);
    if (pointer !== undefined) setFresh(withTouched(fresh, pointer));
  };
  const leave = (event: FocusEvent) => {
    if (fresh.size === 0) return;
    touch(event);
    const { relatedTarget } = event;
    setFresh((now) => withoutUntouched(now, (pointer) => isLeft(pointer, event.target, relatedTarget)));
  };
  const shown = useMemo(() => {
    if (isTried || (fresh.size === 0 && hiding.size === 0)) return faults;
    return faults.filter(({ pointer }) => !isUntouched(fresh, pointer) && !isUntouched(hiding, pointer));
  }, [faults, fresh, hiding, isTried]);
  return { faults: shown, markUntouched, touch, leave };
}

/** The field of an element. A type chooser is not part of the value. */
function pointerAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest('[data-chooser]') !== null) return undefined;
  return target.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
}

function isLeft(pointer: string, from: EventTarget, to: EventTarget | null): boolean {
  const field = from instanceof Element ? from.closest(`[data-pointer="${CSS.escape(pointer)}"]`) : null;
  return field !== null && !(to instanceof Node && field.contains(to));
}
