import { useEffect, useState } from 'react';
import { useLookBack } from './use-look-back.ts';

type LastCalls = typeof import('./last-calls.tsx').LastCalls;

/** The list of the last calls, once it is asked for and has come. Where it does not come, the page goes on without it. */
export function useLastCalls(): LastCalls | null {
  const looksBack = useLookBack();
  const [list, setList] = useState<{ LastCalls: LastCalls } | null>(null);
  useEffect(() => {
    if (looksBack) import('./last-calls.tsx').then(setList, goOn);
  }, [looksBack]);
  return list && list.LastCalls;
}

function goOn(): void {}
