import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { optionsOf } from '../../../lib/form/options.ts';
import type { Option, Widget, ChoiceWidget } from '../../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../../lib/json/json.ts';
import { isShortChoice } from '../../../lib/view/form/control-view.ts';
import { type Place, type ControlProps, inputStyle, tied } from '../control-props.ts';
import { LazyCombobox } from '../lazy-control.tsx';

/** A choice in a table cell. */
function SelectInput({
  options,
  place,
  value,
  onChange,
}: {
  options: Option[];
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
}) {
  const chosen = options.findIndex((option) => value !== undefined && equal(option.value, value));
  return (
    <select
      {...tied(place)}
      disabled={place.disabled}
      value={chosen < 0 ? '' : chosen}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : options[Number(target.value)]?.value)
      }
      className={inputStyle}
    >
      <option value="" />
      {options.map((option, index) => (
        <option key={JSON.stringify(option.value)} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const options = [
  { value: true, label: 'true', help: '' },
  { value: false, label: 'false', help: '' },
];

/** Yes, no or unset, which a checkbox cannot show. */
export function BooleanControl({
  place,
  value,
  onChange,
}: ControlProps<Extract<Widget, { kind: 'boolean' }>>) {
  if (place.isCell) return <SelectInput options={options} place={place} value={value} onChange={onChange} />;
  return <RadioPills options={options} place={place} value={value} onChange={onChange} />;
}

/** One of the values in the schema. Any other value is shown as one more option. */
export function ChoiceControl({ widget, place, value, onChange }: ControlProps<ChoiceWidget>) {
  const chosen = widget.options.find((option) => value !== undefined && equal(option.value, value));
  const unknownOptions = value !== undefined && chosen === undefined ? optionsOf([value]) : [];
  const options = unknownOptions.length > 0 ? [...widget.options, ...unknownOptions] : widget.options;
  if (place.isCell) return <SelectInput options={options} place={place} value={value} onChange={onChange} />;
  return (
    <>
      {isShortChoice(widget.options) ? (
        <RadioPills options={options} place={place} value={value} onChange={onChange} />
      ) : (
        <LazyCombobox options={options} place={place} value={value} onChange={onChange} />
      )}
      {chosen && chosen.help !== '' && <p className="text-sm text-quiet">{chosen.help}</p>}
    </>
  );
}

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
