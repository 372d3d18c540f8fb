import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Option } from '../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../lib/json/json.ts';
import type { Place } from './control-props.ts';

/** A short choice as radio buttons. */
export function RadioPills({
  options,
  place,
  value,
  onChange,
  labelledBy = place.labelId,
  name = place.id,
}: {
  options: Option[];
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue) => void;
  labelledBy?: string;
  name?: string;
}) {
  const group = useRef<HTMLDivElement>(null);
  const takeEarly = useEffectEvent(() => {
    const pressed = group.current?.querySelector<HTMLInputElement>(':checked');
    const option = pressed ? options[Number(pressed.value)] : undefined;
    if (option && !isChosen(option, value)) onChange(option.value);
  });
  // Picks up a choice made before the scripts ran, before a key can start a call.
  useLayoutEffect(() => takeEarly(), []);
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-required={place.required}
      aria-invalid={place.invalid || undefined}
      aria-describedby={place.describedBy}
      className="flex flex-wrap gap-1.5 py-1"
    >
      {options.map((option, index) => (
        <label
          key={JSON.stringify(option.value)}
          title={option.help === '' ? undefined : option.help}
          className="cursor-pointer rounded-md border border-line bg-card px-2.5 py-1 text-sm break-words hover:bg-sunk has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60"
        >
          <input
            type="radio"
            name={name}
            value={index}
            checked={isChosen(option, value)}
            disabled={place.disabled}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

function isChosen(option: Option, value: JsonValue | undefined): boolean {
  return value !== undefined && equal(option.value, value);
}
