'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { ReplyKind } from '../../lib/reply/reply-kind.ts';
import { type ReplyView, VIEW_NAMES } from '../../lib/reply/reply-views.ts';

/** The ways to look at a reply, as tabs: arrows choose, Tab goes on into what is chosen. */
export function ViewTabs({
  views,
  view,
  kind,
  choose,
  children,
}: {
  views: ReplyView[];
  view: ReplyView;
  kind: ReplyKind;
  choose: (view: ReplyView) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, views.indexOf(view), views.length);
    const chosen = next === null ? undefined : views[next];
    if (next === null || chosen === undefined) return;
    event.preventDefault();
    choose(chosen);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="View as"
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-y border-line bg-paper px-3"
      >
        {views.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === view}
            aria-controls={`${id}-panel`}
            tabIndex={one === view ? 0 : -1}
            onClick={() => choose(one)}
            className="-mb-px min-h-9 border-b-2 border-transparent px-2 text-sm text-quiet -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {nameOf(one, kind)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {children}
      </div>
    </>
  );
}

function nameOf(view: ReplyView, kind: ReplyKind): string {
  if (view !== 'text') return VIEW_NAMES[view];
  return kind === 'text' || kind === 'json' || kind === 'table' ? 'Text' : 'Source';
}

function tabAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
