import { useEffect, useState } from 'react';
import { hasCalledBefore } from './called-before.ts';

/** Whether to load earlier calls: at once if this browser made some, else on the first interaction. */
export function useShowsHistory(): boolean {
  const [looksBack, setLooksBack] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const begin = () => {
      controller.abort();
      setLooksBack(true);
    };
    if (hasCalledBefore()) queueMicrotask(begin);
    else
      for (const sign of ['pointerdown', 'keydown'])
        window.addEventListener(sign, begin, { capture: true, passive: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
  return looksBack;
}
