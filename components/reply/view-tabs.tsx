'use client';

import { type ReactNode, useId } from 'react';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';
import { type ReplyView, viewNames } from '../../lib/view/reply/reply-views.ts';
import { TabList, tabPanel, underlinedTab } from '../tab-list.tsx';

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
  return (
    <>
      <TabList
        id={id}
        label="View as"
        tabs={views.map((one) => ({ id: one, name: nameOf(one, kind) }))}
        chosen={view}
        choose={choose}
        className="flex gap-1 overflow-x-auto border-y border-line bg-paper px-1"
        tabClassName={underlinedTab}
      />
      <div {...tabPanel(id, view)}>{children}</div>
    </>
  );
}

function nameOf(view: ReplyView, kind: ReplyKind): string {
  if (view !== 'text') return viewNames[view];
  return kind === 'text' || kind === 'json' || kind === 'table' ? 'Text' : 'Source';
}
