import { useState } from 'react';

/** One text that is being read, and what went wrong with the last. */
export function useReading(onRead: (text: string) => void) {
  const [state, setState] = useState({ isBusy: false, problem: '' });
  const take = (reading: Promise<string>) => {
    setState({ isBusy: true, problem: '' });
    reading.then(
      (text) => {
        setState({ isBusy: false, problem: '' });
        onRead(text);
      },
      (error: unknown) =>
        setState({ isBusy: false, problem: error instanceof Error ? error.message : String(error) }),
    );
  };
  return { ...state, take };
}
