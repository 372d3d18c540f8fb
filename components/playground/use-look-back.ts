import { useEffect, useState } from 'react';
import { hasCalledBefore } from './called-before.ts';

/** Whether earlier calls are asked for: at once where this browser made some, else when somebody begins to do something. */
export function useLookBack(): boolean {
  const [looksBack, setLooksBack] = useState(false);
  useEffect(() => {
    const begun = new AbortController();
    const begin = () => {
      begun.abort();
      setLooksBack(true);
    };
    if (hasCalledBefore()) queueMicrotask(begin);
    else
      for (const sign of ['pointerdown', 'keydown'])
        window.addEventListener(sign, begin, { capture: true, passive: true, signal: begun.signal });
    return () => begun.abort();
  }, []);
  return looksBack;
}
