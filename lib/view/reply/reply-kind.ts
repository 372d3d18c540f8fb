import { essence, isJsonMediaType, isXmlMediaType } from '../../operation/media-type.ts';
import type { ReplyEvent } from '../../reply/event-reader.ts';

const replyKinds = [
  'events',
  'json',
  'image',
  'pdf',
  'audio',
  'video',
  'html',
  'markdown',
  'table',
  'text',
  'bytes',
  'empty',
] as const;
export type ReplyKind = (typeof replyKinds)[number];

/** The first bytes decide where the type does not. */
export const headBytes = 1024;

/**
 * How to show a reply. Its type decides; without a useful type its first bytes do, where that is safe: content that is
 * not declared as HTML is never shown as HTML.
 */
export function replyKind(contentType: string, head: Uint8Array): ReplyKind {
  if (head.length === 0) return 'empty';
  const type = essence(contentType);
  const kind = kindOfType(type);
  if (kind === undefined) return signedKind(head) ?? (isText(head) ? 'text' : 'bytes');
  const readAsText = ['json', 'html', 'markdown', 'table', 'text'].includes(kind);
  return readAsText && !isText(head) && !/;\s*charset=/i.test(contentType) ? 'bytes' : kind;
}

function kindOfType(type: string): ReplyKind | undefined {
  if (isJsonMediaType(type)) return 'json';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown';
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'table';
  const [family] = type.split('/');
  if (family === 'image' || family === 'audio' || family === 'video' || family === 'text') return family;
  if (
    isXmlMediaType(type) ||
    /^application\/(?:x-)?(?:yaml|javascript|ndjson|jsonl|toml|sql|graphql)$/.test(type)
  )
    return 'text';
  return undefined;
}

const signatures: [ReplyKind, number[]][] = [
  ['image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

function signedKind(head: Uint8Array): ReplyKind | undefined {
  return signatures.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0];
}

/** Valid UTF-8 without binary control characters. A character may be cut at the end. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

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

/** The code of the problem with which the portal ends a broken stream; null for any other data. */
export function problemCodeOf(data: string): string | null {
  return /^\{"type":"\/problems\/([a-z0-9-]{1,60})","code":"\1"/.exec(data)?.[1] ?? null;
}

/** The reply of a call, possibly incomplete. */
export interface Reply {
  status: number;
  headers: [string, string][];
  contentType: string;
  /** The raw bytes, of an event stream, too; null until the reply has ended. */
  body: Blob | null;
  /** The events of a `text/event-stream`; null for any other reply. */
  events: ReplyEvent[] | null;
  complete: boolean;
  /** Why an incomplete reply ended; absent while it arrives. */
  ending?: ReplyEnding;
  receivedBytes?: number;
  /** More events came than are listed. The body has all of them. */
  eventsLeftOut?: boolean;
}

/** The connection broke, the reader stopped it, or it is too large. */
export type ReplyEnding = 'broken' | 'stopped' | 'too-large';
