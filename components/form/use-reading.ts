import { messageOf } from '../message-of.ts';
import { useRef, useState } from 'react';

/** Reads one text at a time. Only the newest request counts. */
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
        setState({ isBusy: false, problem: messageOf(error) });
      },
    );
  };
  return { ...state, take };
}
