'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { movedIndex, tabMoves } from './key-moves.ts';

interface Props<Id extends string> {
  /** The prefix of the ids of the tabs and their panel. */
  id: string;
  label: string;
  tabs: readonly { id: Id; name: ReactNode }[];
  chosen: Id;
  choose: (id: Id) => void;
  className: string;
  tabClassName: string;
}

/** Tabs that arrow keys, Home and End choose at once; Tab goes on to the panel. */
export function TabList<Id extends string>({
  id: listId,
  label,
  tabs,
  chosen,
  choose,
  className,
  tabClassName,
}: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const to = movedIndex(event, tabMoves, at, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (to === undefined || tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={press} className={className}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${listId}-${id}`}
          aria-selected={id === chosen}
          aria-controls={`${listId}-panel`}
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

/** The attributes of the panel of the chosen tab. */
export function tabPanel(id: string, chosen: string) {
  return { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${chosen}` } as const;
}

/** Tabs with an underline below the chosen one. */
export const underlinedTab =
  '-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-sm text-quiet -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink';
