import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { JsonDocument, JsonKind } from '../../lib/view/reply/json-document.ts';
import type { JsonRow } from '../../lib/view/reply/json-rows.ts';
import { MarkedMatch } from './marked-match.tsx';

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
