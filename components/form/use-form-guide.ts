import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showField } from './focus-field.ts';

/** The parts of a form that its sections should show. */
export interface FormGuide {
  /** The requested field, and the number of requests so far. */
  target: string;
  turn: number;
  /** Whether the person tried to call: sections with faults then open. */
  isTried: boolean;
}

export const FormGuide = createContext<FormGuide>({ target: '', turn: 0, isTried: false });

/** Opens the sections around a field and scrolls to it. */
export function useFormGuide(isTried: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const [{ target, turn }, setTarget] = useState({ target: '', turn: 0 });
  const guide = useMemo((): FormGuide => ({ target, turn, isTried }), [target, turn, isTried]);
  useEffect(() => {
    if (turn > 0) showField(form.current, target);
  }, [target, turn]);
  const ask = useCallback(
    (pointer: string) => setTarget((before) => ({ target: pointer, turn: before.turn + 1 })),
    [],
  );
  return { form, guide, ask };
}
