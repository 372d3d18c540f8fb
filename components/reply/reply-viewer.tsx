'use client';

import type { Reply } from '../../lib/view/reply/reply.ts';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';
import type { ReplyView } from '../../lib/view/reply/reply-views.ts';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';
import { blobKey, imageProblemOf, jsonOf, textOf } from './blob-contents.ts';
import { ViewerBoundary } from './viewer-boundary.tsx';

const BytesViewer = loadedPart(async () => (await import('./bytes-viewer.tsx')).BytesViewer);
const EventsViewer = loadedPart(async () => (await import('./events-viewer.tsx')).EventsViewer);
const HtmlViewer = loadedPart(async () => (await import('./html-viewer.tsx')).HtmlViewer);
const ImageViewer = loadedPart(async () => (await import('./image-viewer.tsx')).ImageViewer);
const JsonViewer = loadedPart(async () => (await import('./json-viewer.tsx')).JsonViewer);
const MarkdownViewer = loadedPart(async () => (await import('./markdown-viewer.tsx')).MarkdownViewer);
const MediaViewer = loadedPart(async () => (await import('./media-viewer.tsx')).MediaViewer);
const PdfViewer = loadedPart(async () => (await import('./pdf-viewer.tsx')).PdfViewer);
const TableViewer = loadedPart(async () => (await import('./table-viewer.tsx')).TableViewer);
const TextViewer = loadedPart(async () => (await import('./text-viewer.tsx')).TextViewer);

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
      <LatePart what="This view" waiting={<p className="p-4 text-sm text-quiet">Loading the view…</p>}>
        <Viewer {...shown} />
      </LatePart>
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
