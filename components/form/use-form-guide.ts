import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showField } from './focus-field.ts';

/** What the sections of a form are to show. */
export interface FormGuide {
  /** The field that somebody asked for, and how often anything was asked for so far. */
  asked: string;
  turn: number;
  /** Whether a call of this input was tried: sections with faults open then. */
  isTried: boolean;
}

export const FormGuide = createContext<FormGuide>({ asked: '', turn: 0, isTried: false });

/** Goes to the field of a pointer, after the sections around it have opened. */
export function useFormGuide(isTried: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const [{ asked, turn }, setAsked] = useState({ asked: '', turn: 0 });
  const guide = useMemo((): FormGuide => ({ asked, turn, isTried }), [asked, turn, isTried]);
  useEffect(() => {
    if (turn > 0) showField(form.current, asked);
  }, [asked, turn]);
  const ask = useCallback(
    (pointer: string) => setAsked((before) => ({ asked: pointer, turn: before.turn + 1 })),
    [],
  );
  return { form, guide, ask };
}
