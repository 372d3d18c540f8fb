import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useEffect, useRef } from 'react';
import type { Option } from '../../lib/form/widget.ts';

/** What a search found, one option of it active. The focus stays in the field. */
export function ComboboxList({
  id,
  labelId,
  options,
  chosen,
  active,
  hidden,
  onChoose,
}: {
  id: string;
  labelId: string;
  options: Option[];
  chosen: Option | undefined;
  active: number;
  /** Further options that are not drawn. */
  hidden: number;
  onChoose: (option: Option) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-card py-1 shadow-lg">
      <ul id={id} ref={list} role="listbox" aria-labelledby={labelId} className="max-h-72 overflow-auto">
        {options.map((option, index) => (
          <li
            key={JSON.stringify(option.value)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option === chosen}
            // The field keeps the focus, and with it the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            className={`cursor-pointer px-3 py-1.5 text-sm break-words aria-selected:font-medium aria-selected:text-accent ${index === active ? 'bg-accent-soft' : 'hover:bg-sunk'}`}
          >
            {option.label}
            {option.help !== '' && <span className="block text-xs text-quiet">{option.help}</span>}
          </li>
        ))}
      </ul>
      {options.length === 0 && <p className="px-3 py-1.5 text-sm text-quiet">No matches.</p>}
      {hidden > 0 && (
        <p className="px-3 py-1.5 text-xs text-quiet">{groupedNumber(hidden)} more: type to search.</p>
      )}
    </div>
  );
}
