import { useEffect, useEffectEvent, useState } from 'react';
import { loaded } from '../loaded.ts';

export type JsonReader = typeof import('../../lib/view/form/read-json.ts').readJson;

/** Loaded with the first JSON control. */
let loadedReader: JsonReader | undefined;

export async function loadJsonReader(): Promise<JsonReader> {
  loadedReader ??= (await loaded(import('../../lib/view/form/read-json.ts'))).readJson;
  return loadedReader;
}

/**
 * The JSON reader; undefined until it has loaded, when `onCome` is called. If loading fails, `fault` says so, and
 * `retry` or a restored network loads it again.
 */
export function useJsonReader(onCome: (read: JsonReader) => void) {
  const [read, setRead] = useState(() => loadedReader);
  const [fault, setFault] = useState('');
  const [turn, setTurn] = useState(0);
  const isMissing = read === undefined;
  const come = useEffectEvent((reader: JsonReader) => {
    setRead(() => reader);
    onCome(reader);
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    const left = new AbortController();
    const load = () => {
      loadJsonReader().then(
        (reader) => left.signal.aborted || come(reader),
        ({ message }: Error) => setFault(message),
      );
    };
    load();
    window.addEventListener('online', load, { signal: left.signal });
    return () => left.abort();
  }, [isMissing, turn]);
  return { read, fault: isMissing ? fault : '', retry: () => setTurn(turn + 1) };
}
