import type { Option } from '../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../lib/json/json.ts';
import type { Place } from './control-props.ts';
import { inputStyle } from './input-style.ts';

/** A choice in a table cell. */
export function SelectInput({
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
      id={place.id}
      aria-labelledby={place.labelId}
      aria-required={place.required}
      aria-invalid={place.invalid || undefined}
      aria-describedby={place.describedBy}
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
