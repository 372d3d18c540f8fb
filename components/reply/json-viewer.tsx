'use client';

import { use, type KeyboardEvent, useId, useState, useEffect } from 'react';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { type JsonDocument, jsonPath, type JsonRow } from '../../lib/view/reply/json-document.ts';
import type { JsonReading, JsonBreak } from '../../lib/view/reply/read-json.ts';
import { binarySearch, searchJson } from '../../lib/view/reply/search.ts';
import { quietButton } from '../shell/buttons.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { textOf, inSlices } from './blob-contents.ts';
import { JsonSearch, JsonTreeRow } from './json-tree-row.tsx';
import { Notice } from './reply-notice.tsx';
import { TextViewer } from './text-viewer.tsx';
import { useJsonTree } from './use-json-tree.ts';

/** JSON as a tree. Invalid JSON is shown as text, with the place of the error. */
export function JsonViewer({ reading, blob }: { reading: Promise<JsonReading>; blob: Blob }) {
  const read = use(reading);
  if (read.ok) return <JsonTree document={read.document} />;
  return (
    <>
      {read.reason === 'broken' ? (
        <BrokenJson text={use(textOf(blob))} at={read.at} />
      ) : (
        <Notice>It has more than two million values, which is too many for a tree.</Notice>
      )}
      <TextViewer content={textOf(blob)} />
    </>
  );
}

const around = 60;

/** The place of a JSON syntax error, with the text around it. */
export function BrokenJson({
  text,
  at: { offset, line, column, sentence },
}: {
  text: string;
  at: JsonBreak;
}) {
  const before = text.slice(Math.max(0, offset - around), offset);
  const after = text.slice(offset + 1, offset + around);
  return (
    <Notice>
      This is not valid JSON. Line {groupedNumber(line)}, column {groupedNumber(column)}: {sentence}.
      <code className="mt-1 block font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {offset > around && '…'}
        {before}
        <mark className="bg-bad px-0.5 text-card">{text[offset] ?? '(end)'}</mark>
        {after}
        {offset + around < text.length && '…'}
      </code>
    </Notice>
  );
}

/** A WAI-ARIA tree: it has the focus, and `aria-activedescendant` names the active row. */
export function JsonTree({ document }: { document: JsonDocument }) {
  const id = useId();
  const [words, setWords] = useState('');
  const { scroller, ...tree } = useJsonTree(document);
  const found = useJsonSearch(document, words, tree.goTo);
  const { active, rows } = tree;
  if (active === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeMove(event, rows, tree.activeIndex, tree.open, (row) => document.key(row.node) ?? '');
    if (move === null) return;
    event.preventDefault();
    if (move.toggle) tree.toggle(move.toggle);
    if (move.open) tree.openMore(move.open);
    if (move.to !== undefined) tree.choose(move.to, true);
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3">
        <JsonSearch words={words} change={setWords} found={found} active={active.node} goTo={tree.goTo} />
        <div className="ml-auto flex gap-2">
          <button type="button" className={quietButton} onClick={tree.openAll}>
            Open all
          </button>
          <button type="button" className={quietButton} onClick={tree.closeAll}>
            Close all
          </button>
        </div>
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label="Values of the reply"
        aria-activedescendant={`${id}-${active.key}`}
        tabIndex={0}
        onScroll={tree.onScroll}
        onKeyDown={onKeyDown}
        className="mt-3 max-h-120 overflow-x-hidden overflow-y-auto border-y border-line font-mono text-[0.8125rem] -outline-offset-2"
      >
        <div role="none" className="relative" style={{ height: `${rows.length * 1.625}rem` }}>
          {tree.shown.map((row) => (
            <JsonTreeRow
              key={row.key}
              id={`${id}-${row.key}`}
              document={document}
              row={row}
              index={tree.indexOf(row)}
              isOpen={tree.open.has(row.key)}
              isActive={row.key === active.key}
              words={row.group === undefined && binarySearch(found ?? [], row.node) !== -1 ? words : ''}
              choose={() => {
                tree.choose(row.key, false);
                tree.toggle(row);
              }}
            />
          ))}
        </div>
      </div>
      <JsonDetail document={document} row={active} />
    </div>
  );
}

const pauseMs = 120;
const none: number[] = [];

/** The matching nodes; null while the search runs in slices. */
function useJsonSearch(document: JsonDocument, words: string, onFound: (first: number) => void) {
  const [found, setFound] = useState<{ words: string; nodes: number[] }>({ words: '', nodes: none });
  useEffect(() => {
    if (words === '') return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      void inSlices(searchJson(document, words), left.signal)
        .then((nodes) => {
          setFound({ words, nodes });
          if (nodes[0] !== undefined) onFound(nodes[0]);
        })
        .catch((error: unknown) => {
          if (!left.signal.aborted) throw error;
        });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [document, words, onFound]);
  if (words === '') return none;
  return found.words === words ? found.nodes : null;
}

/** Longer values do not fit into their row. */
const shortText = 40;
const longestText = 10_000;
const longestPath = 400;

/** The selected value: its path and, if it is long, the whole value, with buttons to copy both. */
function JsonDetail({ document, row: { node, group } }: { document: JsonDocument; row: JsonRow }) {
  const path = jsonPath(document, node);
  const text = document.isContainer(node) || group !== undefined ? '' : document.scalar(node);
  return (
    <div className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code
          className="min-w-0 flex-1 basis-40 truncate font-mono text-xs text-quiet"
          title={path.slice(0, longestPath)}
        >
          {/* Shows the end of a long path rather than its start. */}
          {path.length > longestPath ? `…${path.slice(-longestPath)}` : path}
        </code>
        <span className="flex gap-2">
          <CopyButton label="Copy path" text={() => path} />
          <CopyButton label="Copy value" text={() => copiedValue(document, node)} />
        </span>
      </div>
      {text.length > shortText && (
        <p
          role="region"
          aria-label="The whole value"
          tabIndex={0}
          className="mt-2 max-h-40 overflow-auto rounded-md bg-sunk p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text.slice(0, longestText)}
          {text.length > longestText && '… Copy it to get the rest.'}
        </p>
      )}
    </div>
  );
}

/** A string as plain text, any other value as the JSON that was sent. */
function copiedValue(document: JsonDocument, node: number): string {
  return document.isContainer(node) ? document.literal(node) : document.scalar(node);
}

interface TreeMove {
  to?: string | undefined;
  toggle?: JsonRow;
  open?: string[];
}

/** The effect of a key in a WAI-ARIA tree; null for other keys. */
function treeMove(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  rows: readonly JsonRow[],
  index: number,
  open: ReadonlySet<string>,
  nameOf: (row: JsonRow) => string,
): TreeMove | null {
  const row = rows[index];
  if (row === undefined || ctrlKey || metaKey || altKey) return null;
  const isOpen = row.opens && open.has(row.key);
  switch (key) {
    case 'ArrowDown':
      return { to: rows[index + 1]?.key };
    case 'ArrowUp':
      return { to: rows[index - 1]?.key };
    case 'ArrowRight':
      if (isOpen) return { to: rows[index + 1]?.key };
      return row.opens ? { toggle: row } : {};
    case 'ArrowLeft':
      return isOpen ? { toggle: row } : { to: parentOf(rows, index)?.key };
    case 'Home':
      return { to: rows[0]?.key };
    case 'End':
      return { to: rows.at(-1)?.key };
    case 'PageDown':
      return { to: rows[Math.min(rows.length - 1, index + rowsOfPage)]?.key };
    case 'PageUp':
      return { to: rows[Math.max(0, index - rowsOfPage)]?.key };
    case 'Enter':
    case ' ':
      return { toggle: row };
    case '*':
      return { open: siblingsOf(rows, index).map((sibling) => sibling.key) };
    default:
      return /^[\p{L}\p{N}_]$/u.test(key) ? { to: nextNamed(rows, index, key, nameOf)?.key } : null;
  }
}

const rowsOfPage = 15;

function parentOf(rows: readonly JsonRow[], index: number): JsonRow | undefined {
  const level = rows[index]?.level ?? 0;
  return rows.slice(0, index).findLast((row) => row.level < level);
}

function siblingsOf(rows: readonly JsonRow[], index: number): JsonRow[] {
  const level = rows[index]?.level ?? 0;
  let first = index;
  while (first > 0 && (rows[first - 1]?.level ?? 0) >= level) first -= 1;
  let last = index;
  while ((rows[last + 1]?.level ?? 0) >= level) last += 1;
  return rows.slice(first, last + 1).filter((row) => row.level === level && row.opens);
}

function nextNamed(
  rows: readonly JsonRow[],
  index: number,
  letter: string,
  nameOf: (row: JsonRow) => string,
): JsonRow | undefined {
  const begins = (row: JsonRow) => nameOf(row).toLowerCase().startsWith(letter.toLowerCase());
  return [...rows.slice(index + 1), ...rows.slice(0, index)].find(begins);
}
