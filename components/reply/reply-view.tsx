'use client';

import { useState, useEffect, type ReactNode, useId } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { sizeText } from '../../lib/text/numbers.ts';
import {
  kindName,
  type ReplyKind,
  replyKind,
  type ReplyView as View,
  replyViews,
  type ReplyView,
  viewNames,
  type Reply,
} from '../../lib/view/reply/reply-kind.ts';
import { TabList, tabPanel, underlinedTab } from '../tab-list.tsx';
import { headOf } from './blob-contents.ts';
import { ReplyHead } from './reply-head.tsx';
import { ReplyNotice } from './reply-notice.tsx';
import { ReplyViewer } from './reply-viewer.tsx';

/** The reply of a call, also while it arrives. Nothing in it runs or is fetched. */
export function ReplyView({ reply }: { reply: Reply }) {
  const kind = useReplyKind(reply);
  return (
    <section
      aria-label="Reply"
      className="@container min-w-0 overflow-hidden rounded-md border border-line bg-card"
    >
      <ReplyHead reply={reply} kind={kind} />
      <ReplyNotice reply={reply} />
      <ReplyBody reply={reply} kind={kind} />
      <ReplyAnnouncement reply={reply} kind={kind} />
    </section>
  );
}

function ReplyBody({ reply, kind }: { reply: Reply; kind: ReplyKind | null }) {
  const [chosen, setChosen] = useState<View | null>(null);
  if (kind === null)
    return <Waiting>{reply.body === null ? 'Receiving the reply…' : 'Detecting the type…'}</Waiting>;
  const views = replyViews(kind, essence(reply.contentType));
  const view = views.find((one) => one === chosen) ?? views[0];
  if (view === undefined) return <Waiting>The reply has no body, only a status and headers.</Waiting>;
  return (
    <ViewTabs views={views} view={view} kind={kind} choose={setChosen}>
      <ReplyViewer reply={reply} view={view} kind={kind} />
    </ViewTabs>
  );
}

function Waiting({ children }: { children: string }) {
  return (
    <p className="border-t border-dashed border-line px-4 py-8 text-center text-sm text-quiet">{children}</p>
  );
}

/** How to show a reply; null until that is known. */
function useReplyKind({ body, contentType, events }: Reply): ReplyKind | null {
  const [known, setKnown] = useState<{ body: Blob; kind: ReplyKind } | null>(null);
  useEffect(() => {
    if (body === null) return;
    let isCurrent = true;
    void headOf(body).then((head) => {
      if (isCurrent) setKnown({ body, kind: replyKind(contentType, head) });
    });
    return () => {
      isCurrent = false;
    };
  }, [body, contentType]);
  if (events !== null) return body?.size === 0 ? 'empty' : 'events';
  return known !== null && known.body === body ? known.kind : null;
}

/** Screen readers announce changes of a live region, not its first content, so it starts empty. */
const afterMs = 100;

/** Announces the end of a reply once. */
function ReplyAnnouncement({ reply, kind }: { reply: Reply; kind: ReplyKind | null }) {
  const [message, setMessage] = useState('');
  const sentence = sentenceOf(reply, kind);
  useEffect(() => {
    const timer = setTimeout(() => setMessage(sentence), afterMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}

function sentenceOf({ body, complete, status }: Reply, kind: ReplyKind | null): string {
  if (body === null || kind === null) return '';
  const how = complete ? 'Reply complete' : 'Reply broken off';
  const outcome = status < 400 ? '' : `, status ${status}`;
  return `${how}${outcome}, ${kind === 'empty' ? 'empty' : `${sizeText(body.size)}, ${kindName(kind)}`}`;
}

function ViewTabs({
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
