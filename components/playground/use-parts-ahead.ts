import { useEffect } from 'react';
import { prepareCall } from './load-call-parts.ts';

/** Gets what a call needs as soon as somebody begins to do something. */
export function usePartsAhead(): void {
  useEffect(() => {
    const begun = new AbortController();
    const prepare = () => {
      begun.abort();
      prepareCall();
    };
    for (const sign of ['pointerdown', 'keydown'])
      window.addEventListener(sign, prepare, { capture: true, passive: true, signal: begun.signal });
    return () => begun.abort();
  }, []);
}
