'use client';

import type { Reply } from '../../lib/view/reply/reply.ts';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';
import type { ReplyView } from '../../lib/view/reply/reply-views.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { blobKey, imageProblemOf, jsonOf, textOf } from './blob-contents.ts';
import { ViewerBoundary } from './viewer-boundary.tsx';

const BytesViewer = lazyPart(async () => (await import('./bytes-viewer.tsx')).BytesViewer);
const EventsViewer = lazyPart(async () => (await import('./events-viewer.tsx')).EventsViewer);
const HtmlViewer = lazyPart(async () => (await import('./html-viewer.tsx')).HtmlViewer);
const ImageViewer = lazyPart(async () => (await import('./image-viewer.tsx')).ImageViewer);
const JsonViewer = lazyPart(async () => (await import('./json-viewer.tsx')).JsonViewer);
const MarkdownViewer = lazyPart(async () => (await import('./markdown-viewer.tsx')).MarkdownViewer);
const MediaViewer = lazyPart(async () => (await import('./media-viewer.tsx')).MediaViewer);
const PdfViewer = lazyPart(async () => (await import('./pdf-viewer.tsx')).PdfViewer);
const TableViewer = lazyPart(async () => (await import('./table-viewer.tsx')).TableViewer);
const TextViewer = lazyPart(async () => (await import('./text-viewer.tsx')).TextViewer);

interface Shown {
  reply: Reply;
  view: ReplyView;
  kind: ReplyKind;
}

export function ReplyViewer(shown: Shown) {
  const { body } = shown.reply;
  const key = `${shown.view} ${body === null ? 'live' : blobKey(body)}`;
  return (
    // A stream keeps its component from its first event to its end.
    <ViewerBoundary key={shown.view === 'answer' ? 'answer' : key}>
      <LazyBoundary what="This view" waiting={<p className="p-4 text-sm text-quiet">Loading the view…</p>}>
        <Viewer {...shown} />
      </LazyBoundary>
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
