import { useEffect, useRef, useState } from 'react';
import { readJson } from '../../lib/form/read-json.ts';
import type { JsonWidget } from '../../lib/form/widget.ts';
import { equal, jsonText, type JsonValue } from '../../lib/json.ts';
import type { ControlProps } from './control-props.ts';
import { inputLook } from './input-look.ts';
import { useEarlyText } from './use-early-text.ts';

interface Typed {
  text: string;
  /** The value that the text was typed over, or stands for. */
  value: JsonValue | undefined;
}

/** Any value as JSON. What is typed stays as it is; while it cannot be read, the last value that could be holds. */
export function JsonControl({ widget, place, value, onChange }: ControlProps<JsonWidget>) {
  const [typed, setTyped] = useState<Typed | undefined>(undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  const text = typed && isSame(typed.value, value) ? typed.text : textOf(value);
  const read = readJson(text);
  const isMissing = read.ok && read.value === undefined && place.fixed;
  const problem = read.ok ? (isMissing ? 'Required.' : '') : read.detail;
  useEffect(() => {
    // A call that is begun looks for what is invalid, so that the value from before is not sent in silence.
    input.current?.setCustomValidity(problem);
  }, [problem]);
  const change = (next: string) => {
    const result = readJson(next);
    if (!result.ok || (result.value === undefined && place.fixed)) return setTyped({ text: next, value });
    setTyped({ text: next, value: result.value });
    onChange(result.value);
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
        placeholder={PLACEHOLDER[widget.holds]}
        disabled={place.disabled}
        aria-required={place.required}
        aria-invalid={place.invalid || problem !== '' || undefined}
        aria-describedby={[place.describedBy, problem === '' ? undefined : `${place.id}-json`]
          .filter(Boolean)
          .join(' ')}
        onChange={(event) => change(event.target.value)}
        className={`${inputLook} field-sizing-content max-h-96 min-h-20 resize-y font-mono text-sm`}
      />
      {problem !== '' && (
        <p id={`${place.id}-json`} className="mt-1 text-sm break-words text-bad">
          {problem} Fix it to call. The price shown is for your last valid input.
        </p>
      )}
    </>
  );
}

const PLACEHOLDER = { anything: 'JSON', object: '{}', list: '[]' };

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(a, b);
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : jsonText(value, '  ');
}
