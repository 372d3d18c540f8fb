import { useEffect, useState } from 'react';
import { useLookBack } from './use-look-back.ts';

type LastCallsPart = typeof import('./last-calls.tsx');

/** The part of the page that lists the last calls, once it is asked for and has come. Where it does not come, the page goes on without it. */
export function useLastCalls(): LastCallsPart | null {
  const looksBack = useLookBack();
  const [part, setPart] = useState<LastCallsPart | null>(null);
  useEffect(() => {
    if (looksBack) import('./last-calls.tsx').then(setPart, goOn);
  }, [looksBack]);
  return part;
}

function goOn(): void {}
