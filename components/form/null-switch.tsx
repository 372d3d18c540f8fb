import { type ReactNode, useRef } from 'react';
import { firstValue } from '../../lib/form/first-value.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { Place } from './control-props.ts';

/** Switches between null and a value, and restores the last value. */
export function NullSwitch({
  place,
  value,
  onChange,
  children,
}: {
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
  children: ReactNode;
}) {
  const before = useRef<JsonValue | undefined>(undefined);
  const isNull = value === null;
  const toggle = () => {
    if (!isNull) before.current = value;
    // If the schema allows any value, `firstValue` is null, which is the value to leave.
    const empty = place.fixed ? (firstValue(place.schema) ?? '') : undefined;
    onChange(isNull ? (before.current ?? empty) : null);
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {isNull ? (
          <p className="rounded-md border border-dashed border-line px-3 py-2 font-mono text-sm text-quiet">
            null
          </p>
        ) : (
          children
        )}
      </div>
      <button
        type="button"
        aria-pressed={isNull}
        disabled={place.disabled}
        onClick={toggle}
        className="mt-1.5 min-h-7 rounded-full border border-line px-2 font-mono text-xs text-quiet hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        <span className="sr-only">{place.label}: </span>null
      </button>
    </div>
  );
}
