'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface Props<Id extends string> {
  label: string;
  tabs: readonly { id: Id; name: ReactNode }[];
  chosen: Id;
  choose: (id: Id) => void;
  /** The start of the ids of the tabs; the panel is labelled by the chosen one. */
  idPrefix: string;
  panelId: string;
  className: string;
  tabClassName: string;
}

/** Arrow keys, Home and End move and choose at once; Tab goes on into what is chosen. */
export function TabList<Id extends string>({
  label,
  tabs,
  chosen,
  choose,
  idPrefix,
  panelId,
  className,
  tabClassName,
}: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabAfter(event, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={className}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${idPrefix}-${id}`}
          aria-selected={id === chosen}
          aria-controls={panelId}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
          className={tabClassName}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The look of tabs whose chosen one is underlined. */
export const underlinedTab =
  '-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-quiet -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink';

/** With another key, arrows are the browser's: Alt and ← goes back. */
function tabAfter(event: KeyboardEvent, at: number, count: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  switch (event.key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
