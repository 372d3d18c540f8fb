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
  /** Where all of it is; undefined if it was not stored. */
  link: () => Promise<ReplyLink | undefined>;
}

/** A reply as a model reads it: text, an image, a sound, a small file, or the address of a large one. */
export async function replyContent(
  { contentType, body }: WholeAnswer,
  { offset, link }: Wish,
): Promise<ToolContent[]> {
  const mimeType = bareMediaType(contentType);
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && mimeType !== 'image/svg+xml' && body.length <= mostFileBytes)
    return [{ type: kind === 'image' ? 'image' : 'audio', data: body.toString('base64'), mimeType }];
  const text =
    isJsonType(mimeType) || kind === undefined || mimeType === 'image/svg+xml' ? textOf(body) : undefined;
  return text === undefined ? fileContent(body, mimeType, await link()) : textContent(text, offset);
}

function fileContent(body: Buffer, mimeType: string, link: ReplyLink | undefined): ToolContent[] {
  const what = `A file of ${groupedNumber(body.length)} bytes, ${mimeType || 'of no type'}.`;
  if (!link)
    return [
      {
        type: 'text',
        text: `${what} It was not stored: it is too large, or over your storage limit. Call the product over HTTP for it.`,
      },
    ];
  const type = mimeType || 'application/octet-stream';
  const { url: uri, until } = link;
  const words = { type: 'text' as const, text: `${what} It is at ${uri} until ${until}, without a key.` };
  if (body.length <= mostBlobBytes)
    return [{ type: 'resource', resource: { uri, mimeType: type, blob: body.toString('base64') } }, words];
  return [{ type: 'resource_link', uri, name: 'response', mimeType: type, size: body.length }, words];
}

function textContent(text: string, offset: number): ToolContent[] {
  const { text: part, next } = cutText(text, offset);
  const more =
    next === null
      ? []
      : [
          {
            type: 'text' as const,
            text: `This is not all: characters ${groupedNumber(offset)} to ${groupedNumber(next)} of ${groupedNumber(text.length)}. Repeat the request with the same quote and "offset": ${next} for the rest. It costs nothing.`,
          },
        ];
  return [{ type: 'text', text: part }, ...more];
}

function textOf(body: Buffer): string | undefined {
  try {
    const text = utf8.decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
