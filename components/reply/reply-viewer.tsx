'use client';

import { lazy, Suspense } from 'react';
import type { Reply } from '../../lib/reply/reply.ts';
import type { ReplyKind } from '../../lib/reply/reply-kind.ts';
import type { ReplyView } from '../../lib/reply/reply-views.ts';
import { blobKey, imageProblemOf, jsonOf, textOf } from './blob-contents.ts';
import { ViewerBoundary } from './viewer-boundary.tsx';

// Each comes when it is first needed: most replies need one of them.
const BytesViewer = lazy(async () => ({ default: (await import('./bytes-viewer.tsx')).BytesViewer }));
const EventsViewer = lazy(async () => ({ default: (await import('./events-viewer.tsx')).EventsViewer }));
const HtmlViewer = lazy(async () => ({ default: (await import('./html-viewer.tsx')).HtmlViewer }));
const ImageViewer = lazy(async () => ({ default: (await import('./image-viewer.tsx')).ImageViewer }));
const JsonViewer = lazy(async () => ({ default: (await import('./json-viewer.tsx')).JsonViewer }));
const MarkdownViewer = lazy(async () => ({
  default: (await import('./markdown-viewer.tsx')).MarkdownViewer,
}));
const MediaViewer = lazy(async () => ({ default: (await import('./media-viewer.tsx')).MediaViewer }));
const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }));
const TableViewer = lazy(async () => ({ default: (await import('./table-viewer.tsx')).TableViewer }));
const TextViewer = lazy(async () => ({ default: (await import('./text-viewer.tsx')).TextViewer }));

interface Shown {
  reply: Reply;
  view: ReplyView;
  kind: ReplyKind;
}

export function ReplyViewer(shown: Shown) {
  const { body } = shown.reply;
  const key = `${shown.view} ${body === null ? 'live' : blobKey(body)}`;
  return (
    // A stream is one thing to look at, from its first event until after its last.
    <ViewerBoundary key={shown.view === 'answer' ? 'answer' : key}>
      <Suspense fallback={<p className="p-4 text-sm text-quiet">Preparing it to be shown…</p>}>
        <Viewer {...shown} />
      </Suspense>
    </ViewerBoundary>
  );
}

function Viewer({ reply, view, kind }: Shown) {
  const { body, contentType, events } = reply;
  if (view === 'answer') return <EventsViewer events={events ?? []} isArriving={body === null} />;
  if (body === null)
    return <p className="p-4 text-sm text-quiet">This can be seen once the reply has ended.</p>;
  switch (view) {
    case 'tree':
      return <JsonViewer reading={jsonOf(body)} blob={body} />;
    case 'image':
      return (
        <ImageViewer blob={body} contentType={contentType} problem={imageProblemOf(body, contentType)} />
      );
    case 'document':
      return <PdfViewer blob={body} />;
    case 'player':
      return <MediaViewer blob={body} contentType={contentType} isVideo={kind === 'video'} />;
    case 'page':
      return <HtmlViewer content={textOf(body)} />;
    case 'read':
      return <MarkdownViewer content={textOf(body)} />;
    case 'table':
      return <TableViewer content={textOf(body)} contentType={contentType} />;
    case 'text':
      return <TextViewer content={textOf(body)} />;
    case 'bytes':
      return <BytesViewer blob={body} />;
  }
}
