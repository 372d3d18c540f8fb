import { useEffect, useState } from 'react';
import { hasCalledBefore } from './use-call.ts';

type LastCallsPart = typeof import('./last-calls.tsx');

/** The list of last calls, loaded on demand. If it does not load, the page works without it. */
export function useLastCalls(): LastCallsPart | null {
  const looksBack = useShowsHistory();
  const [part, setPart] = useState<LastCallsPart | null>(null);
  useEffect(() => {
    if (looksBack) import('./last-calls.tsx').then(setPart, goOn);
  }, [looksBack]);
  return part;
}

function goOn(): void {}

/** Whether to load earlier calls: at once if this browser made some, else on the first interaction. */
function useShowsHistory(): boolean {
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
