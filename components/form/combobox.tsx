import { useState } from 'react';
import { matchingOptions } from '../../lib/view/form/matching-options.ts';
import type { Option } from '../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../lib/json/json.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { useListbox } from '../use-listbox.ts';
import { ComboboxList, optionKey } from './combobox-list.tsx';
import type { Place } from './control-props.ts';
import { inputStyle } from './input-style.ts';

/** Options that are drawn at once; a search finds the others. */
const maxShown = 100;

/** A choice with a search, as a WAI-ARIA combobox. */
export function Combobox({
  options,
  place,
  value,
  onChange,
  placeholder = 'Choose or search…',
}: {
  options: Option[];
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue) => void;
  placeholder?: string;
}) {
  // Text that is typed before the scripts run would be lost.
  const isDisabled = !useHydrated() || place.disabled;
  const [query, setQuery] = useState<string | undefined>(undefined);
  const isOpen = query !== undefined;
  const chosen = options.find((option) => value !== undefined && equal(option.value, value));
  const found = isOpen ? matchingOptions(options, query).slice(0, maxShown) : [];
  const close = () => setQuery(undefined);
  const open = () => {
    if (isOpen || isDisabled) return;
    setQuery('');
    listbox.setActive(chosen && optionKey(chosen));
  };
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.value);
    close();
  };
  const listbox = useListbox({
    keys: found.map(optionKey),
    isOpen,
    open,
    close,
    choose: (index) => choose(found[index]),
  });
  return (
    <div className="relative">
      <input
        {...listbox.field}
        id={place.id}
        aria-labelledby={place.labelId}
        aria-required={place.required}
        aria-invalid={place.invalid || undefined}
        aria-describedby={place.describedBy}
        disabled={isDisabled}
        value={query ?? chosen?.label ?? ''}
        placeholder={chosen?.label ?? placeholder}
        onChange={({ target }) => {
          setQuery(target.value);
          listbox.setActive(undefined);
        }}
        onClick={open}
        onBlur={close}
        className={`${inputStyle} pr-8`}
      />
      <Chevron />
      {isOpen && (
        <ComboboxList
          listbox={listbox}
          labelId={place.labelId}
          options={found}
          chosen={chosen}
          hidden={query === '' ? options.length - found.length : 0}
        />
      )}
    </div>
  );
}

function Chevron() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 8"
      className="pointer-events-none absolute top-4.5 right-3 h-2 w-3 fill-none stroke-quiet"
    >
      <path d="m1 1.5 5 5 5-5" strokeWidth="1.5" />
    </svg>
  );
}
