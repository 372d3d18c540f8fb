import { isComposing } from '../is-composing.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { binarySearch } from '../../lib/view/reply/binary-search.ts';

/** Searches keys and values. Enter goes to the next match, Shift+Enter to the previous one. */
export function JsonSearch({
  words,
  change,
  found,
  active,
  goTo,
}: {
  words: string;
  change: (words: string) => void;
  found: number[] | null;
  active: number;
  goTo: (node: number) => void;
}) {
  const at = binarySearch(found ?? [], active);
  const step = (by: 1 | -1) => {
    if (found === null || found.length === 0) return;
    const node = found[(Math.max(at, by === 1 ? -1 : 0) + by + found.length) % found.length];
    if (node !== undefined) goTo(node);
  };
  const nothing = found === null || found.length === 0;
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-2">
      <input
        type="search"
        value={words}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) step(event.shiftKey ? -1 : 1);
        }}
        maxLength={200}
        placeholder="Find a key or value"
        aria-label="Find a key or value in the reply"
        className="min-h-7 w-44 min-w-0 flex-1 rounded-md border border-line bg-paper px-2 py-0.5 text-sm placeholder:text-quiet"
      />
      <span role="status" className="min-w-16 text-sm text-quiet tabular-nums">
        {words !== '' && counted(found, at)}
      </span>
      <span className="flex gap-1">
        <Step label="Previous match" path="M2 6.5l3-3 3 3" disabled={nothing} go={() => step(-1)} />
        <Step label="Next match" path="M2 3.5l3 3 3-3" disabled={nothing} go={() => step(1)} />
      </span>
    </div>
  );
}

function Step({
  label,
  path,
  disabled,
  go,
}: {
  label: string;
  path: string;
  disabled: boolean;
  go: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={go}
      className="grid size-7 place-items-center rounded-md border border-line hover:bg-sunk disabled:text-quiet disabled:hover:bg-transparent"
    >
      <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  );
}

function counted(found: number[] | null, at: number): string {
  if (found === null) return 'Searching…';
  if (found.length === 0) return 'No matches';
  const all = groupedNumber(found.length);
  return at === -1 ? `${all} found` : `${groupedNumber(at + 1)} of ${all}`;
}
