import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { Option } from '../../lib/form/widget.ts';
import type { ListboxParts } from '../use-listbox.ts';

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
