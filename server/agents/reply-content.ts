import { cutText } from '../../lib/agents/cut-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { ToolContent } from './agent-tool.ts';
import type { ReplyLink } from './reply-link.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** Larger pictures and sounds would be more than a client takes in one result. */
const mostFileBytes = 700 * 1024;
/** Some clients count other files as text, of which they take 25,000 tokens. */
const mostBlobBytes = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Wish {
  /** The character at which a text goes on. */
  offset: number;
  /** Whether the request can be repeated for a later part, at no cost. */
  isRepeatable: boolean;
  /** Where all of it is; undefined if it was not stored. */
  link: () => Promise<ReplyLink | undefined>;
}

/**
 * A reply as a model reads it: text, an image, a sound, a small file, or the address of a large one. What was not
 * stored, because its caller has no storage left, is given whole: it was paid, and is nowhere else.
 */
export async function replyContent({ contentType, body }: WholeAnswer, wish: Wish): Promise<ToolContent[]> {
  const mimeType = bareMediaType(contentType);
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && mimeType !== 'image/svg+xml' && body.length <= mostFileBytes)
    return [{ type: kind === 'image' ? 'image' : 'audio', data: body.toString('base64'), mimeType }];
  const text =
    isJsonType(mimeType) || kind === undefined || mimeType === 'image/svg+xml' ? textOf(body) : undefined;
  return text === undefined ? fileContent(body, mimeType, await wish.link()) : textContent(text, wish);
}

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

async function textContent(text: string, { offset, isRepeatable, link: find }: Wish): Promise<ToolContent[]> {
  if (offset > 0 && offset >= text.length)
    throw new Problem(
      'nothing-at-offset',
      `The result has ${groupedNumber(text.length)} characters, and the offset is ${offset}. Nothing was charged.`,
    );
  const { text: part, next } = cutText(text, offset);
  if (next === null) return [{ type: 'text', text: part }];
  const link = await find();
  if (!link) return [{ type: 'text', text: text.slice(offset) }];
  const [from, to, all] = [offset, next, text.length].map(groupedNumber);
  const again = isRepeatable
    ? ` Or repeat the request with the offset ${next} and all else as it was: it costs nothing.`
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
