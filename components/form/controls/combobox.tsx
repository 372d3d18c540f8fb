import { useState } from 'react';
import type { Option } from '../../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../../lib/json/json.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { matchingOptions } from '../../../lib/view/form/control-view.ts';
import { useHydrated } from '../../shell/use-hydrated.ts';
import { useListbox, type ListboxParts } from '../../use-listbox.ts';
import { type Place, inputStyle, tied } from '../control-props.ts';

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
        {...tied(place)}
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

/** The options that match the search. */
export function ComboboxList({
  listbox,
  labelId,
  options,
  chosen,
  hidden,
}: {
  listbox: ListboxParts;
  labelId: string;
  options: Option[];
  chosen: Option | undefined;
  /** Further options that are not drawn. */
  hidden: number;
}) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-card py-1 shadow-lg">
      <ul {...listbox.list} aria-labelledby={labelId} className="max-h-72 overflow-auto empty:hidden">
        {options.map((option, index) => (
          <li
            {...listbox.option(index)}
            key={optionKey(option)}
            aria-current={option === chosen || undefined}
            className="cursor-pointer px-3 py-1.5 text-sm break-words aria-[current]:font-medium aria-[current]:text-accent aria-selected:bg-accent-soft"
          >
            {option.label}
            {option.help !== '' && <span className="block text-xs text-quiet">{option.help}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 py-1.5 text-sm text-quiet empty:hidden">
        {options.length === 0 && 'No matches.'}
      </p>
      {hidden > 0 && (
        <p className="px-3 py-1.5 text-xs text-quiet">{groupedNumber(hidden)} more: type to search.</p>
      )}
    </div>
  );
}

export function optionKey({ value }: Option): string {
  return JSON.stringify(value);
}
