import type { ReplyKind } from './reply-kind.ts';

const names: Record<ReplyKind, string> = {
  events: 'event stream',
  json: 'JSON',
  image: 'image',
  pdf: 'PDF',
  audio: 'audio',
  video: 'video',
  html: 'HTML',
  markdown: 'Markdown',
  table: 'table',
  text: 'text',
  bytes: 'bytes',
  empty: 'empty',
};

export function kindName(kind: ReplyKind): string {
  return names[kind];
}
