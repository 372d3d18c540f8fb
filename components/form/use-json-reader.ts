import { useEffect, useEffectEvent, useState } from 'react';
import { loaded } from '../loaded.ts';

export type JsonReader = typeof import('../../lib/view/form/read-json.ts').readJson;

/** Few forms take JSON: what reads it is loaded with the first control that does. */
let loadedReader: JsonReader | undefined;

export async function loadJsonReader(): Promise<JsonReader> {
  loadedReader ??= (await loaded(import('../../lib/view/form/read-json.ts'))).readJson;
  return loadedReader;
}

/**
 * Undefined until it has come, which `onCome` is told. If it does not come, `fault` says so; it is asked for again by
 * `retry`, or when the network is back.
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
