import { useEffect, useLayoutEffect, useRef, useState, useEffectEvent } from 'react';
import type { JsonWidget } from '../../../lib/form/widget.ts';
import { equal, jsonText, type JsonValue } from '../../../lib/json/json.ts';
import { loaded } from '../../loaded.ts';
import { type ControlProps, inputStyle } from '../control-props.ts';
import { useEarlyText } from './text-control.tsx';

interface Typed {
  text: string;
  /** The value of the text, or the last valid one. */
  value: JsonValue | undefined;
}

/** A value as JSON text. While the text is invalid, the last valid value stays in the input. */
export function JsonControl({ widget, place, value, onChange }: ControlProps<JsonWidget>) {
  const [typed, setTyped] = useState<Typed | undefined>(undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  const newest = typed && isSame(typed.value, value) ? typed : undefined;
  const take = (next: string, reader: JsonReader | undefined) => {
    const taken = reader?.(next);
    if (!taken?.ok || (taken.value === undefined && place.fixed)) return setTyped({ text: next, value });
    setTyped({ text: next, value: taken.value });
    onChange(taken.value);
  };
  // Reads text that was typed before the reader had loaded.
  const { read, fault, retry } = useJsonReader((reader) => newest && take(newest.text, reader));
  const text = newest?.text ?? textOf(value);
  const result = newest ? read?.(text) : { ok: true as const, value };
  const isMissing = result?.ok && result.value === undefined && place.fixed;
  const problem = isMissing ? 'Required.' : result ? faultOf(result) : fault || 'Reading…';
  useLayoutEffect(() => {
    // A call looks for invalid elements, and must not send the last valid value instead.
    input.current?.setCustomValidity(problem);
  }, [problem]);
  const change = (next: string) => {
    if (!read) retry();
    take(next, read);
  };
  useEarlyText(place.id, text, change);
  return (
    <>
      <textarea
        ref={input}
        id={place.id}
        aria-labelledby={place.labelId}
        value={text}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholders[widget.holds]}
        disabled={place.disabled}
        aria-required={place.required}
        aria-invalid={place.invalid || problem !== '' || undefined}
        aria-describedby={[place.describedBy, problem === '' ? undefined : `${place.id}-json`]
          .filter(Boolean)
          .join(' ')}
        onChange={(event) => change(event.target.value)}
        className={`${inputStyle} field-sizing-content max-h-96 min-h-20 resize-y font-mono text-sm`}
      />
      {problem !== '' && (
        <p id={`${place.id}-json`} className="mt-1 text-sm break-words text-bad">
          {problem} Fix it to call. The price shown is for your last valid input.
        </p>
      )}
    </>
  );
}

const placeholders = { anything: 'JSON', object: '{}', list: '[]' };

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(a, b);
}

function faultOf(result: ReturnType<JsonReader>): string {
  return result.ok ? '' : result.detail;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : jsonText(value, '  ');
}

type JsonReader = typeof import('../../../lib/view/form/read-json.ts').readJson;

/** Loaded with the first JSON control. */
let loadedReader: JsonReader | undefined;

export async function loadJsonReader(): Promise<JsonReader> {
  loadedReader ??= (await loaded(import('../../../lib/view/form/read-json.ts'))).readJson;
  return loadedReader;
}

/**
 * The JSON reader; undefined until it has loaded, when `onCome` is called. If loading fails, `fault` says so, and
 * `retry` or a restored network loads it again.
 */
function useJsonReader(onCome: (read: JsonReader) => void) {
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
