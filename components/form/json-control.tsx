import { useEffect, useRef, useState } from 'react';
import type { JsonWidget } from '../../lib/form/widget.ts';
import { equal, jsonText, type JsonValue } from '../../lib/json/json.ts';
import type { ControlProps } from './control-props.ts';
import { inputStyle } from './input-style.ts';
import { useEarlyText } from './use-early-text.ts';
import { type JsonReader, useJsonReader } from './use-json-reader.ts';

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
  useEffect(() => {
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
