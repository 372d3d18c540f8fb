import { useEffect, useState } from 'react';
import { useShowsHistory } from './use-shows-history.ts';

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
