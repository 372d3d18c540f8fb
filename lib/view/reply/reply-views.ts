import type { ReplyKind } from './reply-kind.ts';

export const viewNames = {
  answer: 'Answer',
  tree: 'Tree',
  image: 'Image',
  document: 'Document',
  player: 'Player',
  page: 'Page',
  read: 'Read',
  table: 'Table',
  text: 'Text',
  bytes: 'Bytes',
} as const;

export type ReplyView = keyof typeof viewNames;

const views: Record<ReplyKind, ReplyView[]> = {
  events: ['answer', 'text'],
  json: ['tree', 'text', 'bytes'],
  image: ['image', 'bytes'],
  pdf: ['document', 'bytes'],
  audio: ['player', 'bytes'],
  video: ['player', 'bytes'],
  html: ['page', 'text', 'bytes'],
  markdown: ['read', 'text', 'bytes'],
  table: ['table', 'text', 'bytes'],
  text: ['text', 'bytes'],
  bytes: ['bytes'],
  empty: [],
};

/** The views of a kind of reply, the best first. SVG is an image and text. */
export function replyViews(kind: ReplyKind, mediaType: string): ReplyView[] {
  return mediaType === 'image/svg+xml' ? ['image', 'text', 'bytes'] : views[kind];
}
