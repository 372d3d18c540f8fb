import { groupedNumber } from '../../lib/text/numbers.ts';
import type { JsonDocument, JsonKind, JsonRow } from '../../lib/view/reply/json-document.ts';
import { matchInText, binarySearch } from '../../lib/view/reply/search.ts';
import { isComposing } from '../key-moves.ts';

/** A row is one line; the detail below the tree has the whole value. */
const longestText = 240;
/** Deeper rows are not indented further, which would leave no room on a phone. */
const deepestIndent = 12;

const colours: Record<JsonKind, string> = {
  object: 'text-quiet',
  array: 'text-quiet',
  string: 'text-good',
  number: 'text-accent',
  boolean: 'text-warn',
  null: 'text-warn',
};

interface TreeRow {
  id: string;
  document: JsonDocument;
  row: JsonRow;
  index: number;
  isOpen: boolean;
  isActive: boolean;
  words: string;
  choose: () => void;
}

export function JsonTreeRow({ id, document, row, index, isOpen, isActive, words, choose }: TreeRow) {
  const { level, position, siblings, opens } = row;
  const indent = Math.min(level - 1, deepestIndent);
  const ground = isActive ? 'bg-accent-soft' : words === '' ? 'hover:bg-sunk' : 'bg-sunk';
  return (
    // The tree has the focus and handles keys; rows handle clicks.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isActive}
      aria-expanded={opens ? isOpen : undefined}
      onClick={choose}
      className={`absolute flex h-[1.625rem] w-full cursor-default items-center gap-1.5 pr-3 ${ground}`}
      style={{ top: `${index * 1.625}rem`, paddingLeft: `${0.75 + indent * 0.9}rem` }}
    >
      <Caret opens={opens} isOpen={isOpen} />
      {level - 1 > deepestIndent && <span className="text-xs text-quiet">{level - 1}</span>}
      <Name document={document} row={row} words={words} />
      <Value document={document} row={row} words={words} />
    </div>
  );
}

function Caret({ opens, isOpen }: { opens: boolean; isOpen: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 10 10"
      className={`size-2.5 shrink-0 text-quiet ${isOpen ? 'rotate-90' : ''}`}
    >
      {opens && <path d="M3 1l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

function Name({ document, row: { node, group }, words }: Pick<TreeRow, 'document' | 'row' | 'words'>) {
  if (group !== undefined) {
    return (
      <span className="text-quiet tabular-nums">
        {groupedNumber(group[0])} … {groupedNumber(group[1] - 1)}
      </span>
    );
  }
  if (document.parent(node) === -1) return null;
  const key = document.key(node);
  return key === null ? (
    <span className="shrink-0 text-quiet tabular-nums">{document.place(node)}:</span>
  ) : (
    <span className="max-w-[60%] shrink-0 truncate">
      <MarkedMatch text={key.slice(0, longestText)} words={words} />
      <span className="text-quiet">:</span>
    </span>
  );
}

function Value({ document, row: { node, group }, words }: Pick<TreeRow, 'document' | 'row' | 'words'>) {
  if (group !== undefined) return null;
  const kind = document.kind(node);
  if (kind === 'object' || kind === 'array')
    return <span className="truncate text-quiet">{sizeOf(kind, document.count(node))}</span>;
  const text = document.scalar(node).slice(0, longestText);
  return (
    <span className={`min-w-0 truncate ${colours[kind]}`}>
      {kind === 'string' && '"'}
      <MarkedMatch text={text} words={words} />
      {kind === 'string' && '"'}
    </span>
  );
}

function sizeOf(kind: 'object' | 'array', count: number): string {
  const [open, close, one, many] =
    kind === 'object' ? ['{', '}', 'key', 'keys'] : ['[', ']', 'item', 'items'];
  return count === 0
    ? `${open}${close}`
    : `${open} ${groupedNumber(count)} ${count === 1 ? one : many} ${close}`;
}

/** A text with the first match of a search marked. */
function MarkedMatch({ text, words }: { text: string; words: string }) {
  const match = matchInText(text, words);
  if (match === undefined) return text;
  return (
    <>
      {text.slice(0, match.from)}
      <mark className="rounded-xs bg-accent text-accent-ink">{text.slice(match.from, match.to)}</mark>
      {text.slice(match.to)}
    </>
  );
}

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
