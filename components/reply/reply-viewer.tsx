'use client';

import { Suspense } from 'react';
import type { Reply } from '../../lib/reply/reply.ts';
import type { ReplyKind } from '../../lib/reply/reply-kind.ts';
import type { ReplyView } from '../../lib/reply/reply-views.ts';
import { blobKey, imageProblemOf, jsonOf, textOf } from './blob-contents.ts';
import { loadedViewer } from './loaded-viewer.tsx';
import { ViewerBoundary } from './viewer-boundary.tsx';

const BytesViewer = loadedViewer(async () => (await import('./bytes-viewer.tsx')).BytesViewer);
const EventsViewer = loadedViewer(async () => (await import('./events-viewer.tsx')).EventsViewer);
const HtmlViewer = loadedViewer(async () => (await import('./html-viewer.tsx')).HtmlViewer);
const ImageViewer = loadedViewer(async () => (await import('./image-viewer.tsx')).ImageViewer);
const JsonViewer = loadedViewer(async () => (await import('./json-viewer.tsx')).JsonViewer);
const MarkdownViewer = loadedViewer(async () => (await import('./markdown-viewer.tsx')).MarkdownViewer);
const MediaViewer = loadedViewer(async () => (await import('./media-viewer.tsx')).MediaViewer);
const PdfViewer = loadedViewer(async () => (await import('./pdf-viewer.tsx')).PdfViewer);
const TableViewer = loadedViewer(async () => (await import('./table-viewer.tsx')).TableViewer);
const TextViewer = loadedViewer(async () => (await import('./text-viewer.tsx')).TextViewer);

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
      <Suspense fallback={<p className="p-4 text-sm text-quiet">Loading the view…</p>}>
        <Viewer {...shown} />
      </Suspense>
    </ViewerBoundary>
  );
}

function Viewer({ reply, view, kind }: Shown) {
  const { body, contentType, events } = reply;
  if (view === 'answer') return <EventsViewer events={events ?? []} isArriving={body === null} />;
  if (body === null) return <p className="p-4 text-sm text-quiet">Available when the reply is complete.</p>;
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
