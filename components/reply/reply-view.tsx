'use client';

import { useState } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';
import { type ReplyKind } from '../../lib/view/reply/reply-kind.ts';
import { type ReplyView as View, replyViews } from '../../lib/view/reply/reply-views.ts';
import { ReplyAnnouncement } from './reply-announcement.tsx';
import { ReplyHead } from './reply-head.tsx';
import { ReplyNotice } from './reply-notice.tsx';
import { ReplyViewer } from './reply-viewer.tsx';
import { useReplyKind } from './use-reply-kind.ts';
import { ViewTabs } from './view-tabs.tsx';

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
