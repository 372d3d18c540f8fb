import { cutText } from '../../lib/agents/cut-text.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { ToolContent } from './agent-tool.ts';
import type { ReplyLink } from './reply-link.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** Larger pictures and sounds would be more than a client takes in one result. */
const mostFileBytes = 700 * 1024;
/** Some clients count other files as text. */
const mostBlobBytes = 32 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Wish {
  /** The character at which a text goes on. */
  offset: number;
  /** Whether the request can be repeated for a later part, at no cost. */
  isQuoted: boolean;
  /** Where all of it is; undefined if it was not stored. */
  link: () => Promise<ReplyLink | undefined>;
}

/**
 * A reply as a model reads it: text, an image, a sound, a small file, or the address of a large one. What was not
 * stored is given whole, whatever its size: it was paid.
 */
export async function replyContent(
  { contentType, body, isCut }: WholeAnswer,
  wish: Wish,
): Promise<ToolContent[]> {
  const mimeType = bareMediaType(contentType);
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && mimeType !== 'image/svg+xml' && body.length <= mostFileBytes)
    return [{ type: kind === 'image' ? 'image' : 'audio', data: body.toString('base64'), mimeType }];
  const text =
    isJsonType(mimeType) || kind === undefined || mimeType === 'image/svg+xml' ? textOf(body) : undefined;
  const content =
    text === undefined ? fileContent(body, mimeType, await wish.link()) : await textContent(text, wish);
  return isCut ? [...content, { type: 'text', text: cutWords }] : content;
}

const cutWords =
  'This is the beginning of a longer stream, and the rest was not kept. Call the product over HTTP for all of it.';

function fileContent(body: Buffer, mimeType: string, link: ReplyLink | undefined): ToolContent[] {
  const type = mimeType || 'application/octet-stream';
  const whole = (uri: string): ToolContent => ({
    type: 'resource',
    resource: { uri, mimeType: type, blob: body.toString('base64') },
  });
  const what = `A file of ${groupedNumber(body.length)} bytes, ${mimeType || 'of no type'}.`;
  if (!link) return [whole('farebox:response'), { type: 'text', text: `${what} It was not stored.` }];
  const words = { type: 'text' as const, text: `${what} It is at ${placeOf(link)}.` };
  if (body.length <= mostBlobBytes) return [whole(link.url), words];
  return [
    { type: 'resource_link', uri: link.url, name: 'response', mimeType: type, size: body.length },
    words,
  ];
}

async function textContent(text: string, { offset, isQuoted, link: find }: Wish): Promise<ToolContent[]> {
  const { text: part, next } = cutText(text, offset);
  if (next === null) return [{ type: 'text', text: part }];
  const link = await find();
  if (!link) return [{ type: 'text', text: text.slice(offset) }];
  const [from, to, all] = [offset, next, text.length].map(groupedNumber);
  const again = isQuoted
    ? ` Or repeat the request with the same quote and the offset ${next}: it costs nothing.`
    : '';
  const more = `This is not all: characters ${from} to ${to} of ${all}. The whole is at ${placeOf(link)}.${again}`;
  return [
    { type: 'text', text: part },
    { type: 'text', text: more },
  ];
}

function placeOf({ url, until }: ReplyLink): string {
  return `${url} until ${until}, without a key`;
}

function textOf(body: Buffer): string | undefined {
  try {
    const text = utf8.decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
