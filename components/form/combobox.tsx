import { type KeyboardEvent, useState } from 'react';
import { foundOptions } from '../../lib/view/form/found-options.ts';
import type { Option } from '../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../lib/json/json.ts';
import { useKeysWork } from '../shell/use-keys-work.ts';
import { ComboboxList } from './combobox-list.tsx';
import type { Place } from './control-props.ts';
import { isPlainEnter } from './is-plain-enter.ts';
import { inputLook } from './input-look.ts';

/** Options that are drawn at once; a search brings the others. */
const MAX_SHOWN = 100;

/** A choice that is searched in: the combobox with a list of the WAI-ARIA patterns. */
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
  const isDisabled = !useKeysWork() || place.disabled;
  const { query, active, found, chosen, isOpen, open, close, search, choose, press } = useSearch(
    options,
    value,
    onChange,
    isDisabled,
  );
  const listId = `${place.id}-options`;
  return (
    <div className="relative">
      <input
        id={place.id}
        aria-labelledby={place.labelId}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[active] ? `${listId}-${active}` : undefined}
        aria-required={place.required}
        aria-invalid={place.invalid || undefined}
        aria-describedby={place.describedBy}
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        value={query ?? chosen?.label ?? ''}
        placeholder={chosen?.label ?? placeholder}
        onChange={(event) => search(event.target.value)}
        onClick={open}
        onBlur={close}
        onKeyDown={press}
        className={`${inputLook} pr-8`}
      />
      <Chevron />
      {isOpen && (
        <ComboboxList
          id={listId}
          labelId={place.labelId}
          options={found}
          chosen={chosen}
          active={active}
          hidden={query === '' ? options.length - found.length : 0}
          onChoose={choose}
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

/** What is searched for, what is found, and which of it a key would choose. */
function useSearch(
  options: Option[],
  value: JsonValue | undefined,
  onChange: (next: JsonValue) => void,
  isDisabled: boolean,
) {
  const [query, setQuery] = useState<string | undefined>(undefined);
  const [active, setActive] = useState(0);
  const isOpen = query !== undefined;
  const chosen = options.find((option) => value !== undefined && equal(option.value, value));
  const found = isOpen ? foundOptions(options, query).slice(0, MAX_SHOWN) : [];
  const open = () => {
    if (isOpen || isDisabled) return;
    setQuery('');
    setActive(Math.min(Math.max(0, chosen ? options.indexOf(chosen) : 0), MAX_SHOWN - 1));
  };
  const close = () => setQuery(undefined);
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.value);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined && !event.altKey) {
      event.preventDefault();
      if (!isOpen) return open();
      setActive(Math.min(Math.max(0, active + step), Math.max(0, found.length - 1)));
    } else if (isOpen && isPlainEnter(event)) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  const search = (typed: string) => {
    setQuery(typed);
    setActive(0);
  };
  return { query, active, found, chosen, isOpen, open, close, search, choose, press };
}
