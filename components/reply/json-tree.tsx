'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import type { JsonDocument } from '../../lib/view/reply/json-document.ts';
import { binarySearch } from '../../lib/view/reply/binary-search.ts';
import { JsonDetail } from './json-detail.tsx';
import { JsonSearch } from './json-search.tsx';
import { JsonTreeRow } from './json-tree-row.tsx';
import { quietButton } from '../quiet-button.ts';
import { treeMove } from './tree-move.ts';
import { useJsonSearch } from './use-json-search.ts';
import { useJsonTree } from './use-json-tree.ts';

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
