'use client';

import { Component, type ReactNode } from 'react';
import type { ReplyKind, ReplyView, Reply } from '../../lib/view/reply/reply-kind.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { blobKey, imageProblemOf, jsonOf, textOf } from './blob-contents.ts';

const BytesViewer = lazyPart(async () => (await import('./bytes-viewer.tsx')).BytesViewer);
const EventsViewer = lazyPart(async () => (await import('./events-viewer.tsx')).EventsViewer);
const HtmlViewer = lazyPart(async () => (await import('./html-viewer.tsx')).HtmlViewer);
const ImageViewer = lazyPart(async () => (await import('./media-viewers.tsx')).ImageViewer);
const JsonViewer = lazyPart(async () => (await import('./json-viewer.tsx')).JsonViewer);
const MarkdownViewer = lazyPart(async () => (await import('./markdown-viewer.tsx')).MarkdownViewer);
const MediaViewer = lazyPart(async () => (await import('./media-viewers.tsx')).MediaViewer);
const PdfViewer = lazyPart(async () => (await import('./media-viewers.tsx')).PdfViewer);
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

interface State {
  hasFailed: boolean;
}

/** Contains an error of a viewer. */
class ViewerBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p role="alert" className="p-4 text-sm">
        This view could not be shown. Choose another view or download the reply.
      </p>
    );
  }
}
