import { isShortChoice } from '../../../lib/view/form/control-view.ts';
import { optionsOf } from '../../../lib/form/options.ts';
import { withoutItem } from '../../../lib/form/first-value.ts';
import type { PicksWidget } from '../../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../../lib/json/json.ts';
import { useHydrated } from '../../shell/use-hydrated.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { type ControlProps, wordButton } from '../control-props.ts';
import { LazyCombobox } from '../lazy-control.tsx';

/** Several values of a choice, in the order in which they were picked. */
export function PicksControl({ widget, place, value, onChange }: ControlProps<PicksWidget>) {
  const picked = Array.isArray(value) ? value : [];
  // A click before hydration would be lost.
  const isDisabled = !useHydrated() || place.disabled;
  const has = (option: JsonValue) => picked.some((item) => equal(item, option));
  const options = widget.unique ? widget.options.filter((option) => !has(option.value)) : widget.options;
  const remove = (index: number) => onChange(withoutItem(picked, index));
  const add = (option: JsonValue) => onChange([...picked, option]);
  return (
    <div
      role="group"
      aria-labelledby={place.labelId}
      aria-describedby={place.describedBy}
      className="space-y-1.5 py-1"
    >
      {picked.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {picked.map((item, index) => (
            <li key={`${index} ${JSON.stringify(item)}`}>
              <Pick label={labelOf(widget, item)} disabled={isDisabled} onRemove={() => remove(index)} />
            </li>
          ))}
        </ul>
      )}
      {isShortChoice(widget.options) ? (
        <div className="flex flex-wrap gap-1.5">
          {options.map((option) => (
            <button
              key={JSON.stringify(option.value)}
              type="button"
              disabled={isDisabled}
              onClick={() => add(option.value)}
              className={quietButton}
            >
              <span aria-hidden="true">+</span>
              <span className="sr-only">Add </span>
              {option.label}
            </button>
          ))}
        </div>
      ) : (
        options.length > 0 && (
          <LazyCombobox
            options={options}
            place={place}
            value={undefined}
            onChange={add}
            placeholder={`Add one of ${options.length}…`}
          />
        )
      )}
      {value === undefined && (
        <button type="button" disabled={isDisabled} onClick={() => onChange([])} className={wordButton}>
          Send an empty list<span className="sr-only"> as {place.label}</span>
        </button>
      )}
      {value !== undefined && picked.length === 0 && (
        <p className="text-sm text-quiet">An empty list is sent.</p>
      )}
    </div>
  );
}

function Pick({ label, disabled, onRemove }: { label: string; disabled: boolean; onRemove: () => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onRemove}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-accent bg-accent-soft px-2 text-sm break-words text-accent"
    >
      <span className="sr-only">Remove </span>
      {label}
      <span aria-hidden="true">×</span>
    </button>
  );
}

function labelOf({ options }: PicksWidget, item: JsonValue): string {
  const option = options.find((one) => equal(one.value, item)) ?? optionsOf([item])[0];
  return option?.label ?? '';
}
