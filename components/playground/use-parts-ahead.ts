import { useEffect } from 'react';
import { prepareCall } from './load-call-parts.ts';
import { loadInputParts } from './load-input-parts.ts';

/** Gets what a call and a link need as soon as somebody begins to do something. */
export function usePartsAhead(): void {
  useEffect(() => {
    const begun = new AbortController();
    const prepare = () => {
      begun.abort();
      prepareCall();
      void loadInputParts().catch(toldWhenUsed);
    };
    for (const sign of ['pointerdown', 'keydown'])
      window.addEventListener(sign, prepare, { capture: true, passive: true, signal: begun.signal });
    return () => begun.abort();
  }, []);
}

/** Whatever uses them asks again, and says so where that fails. */
function toldWhenUsed(): void {}
