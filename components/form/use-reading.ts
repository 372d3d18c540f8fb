import { useRef, useState } from 'react';

/** One text that is being read, and what went wrong with the last. Of two, the one that was asked for later counts. */
export function useReading(onRead: (text: string) => void) {
  const [state, setState] = useState({ isBusy: false, problem: '' });
  const latest = useRef<Promise<string> | null>(null);
  const take = (reading: Promise<string>) => {
    latest.current = reading;
    setState({ isBusy: true, problem: '' });
    reading.then(
      (text) => {
        if (latest.current !== reading) return;
        setState({ isBusy: false, problem: '' });
        onRead(text);
      },
      (error: unknown) => {
        if (latest.current !== reading) return;
        setState({ isBusy: false, problem: error instanceof Error ? error.message : String(error) });
      },
    );
  };
  return { ...state, take };
}
