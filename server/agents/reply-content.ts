import { cutText } from '../../lib/agents/cut-text.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { ToolContent } from './agent-tool.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** Larger files would be more than a client takes in one result. */
const mostFileBytes = 700 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A reply as a model reads it: text, an image, a sound, or words about what it cannot read. */
export function replyContent({ contentType, body }: WholeAnswer, offset: number): ToolContent[] {
  const mimeType = bareMediaType(contentType);
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && mimeType !== 'image/svg+xml' && body.length <= mostFileBytes)
    return [{ type: kind === 'image' ? 'image' : 'audio', data: body.toString('base64'), mimeType }];
  const text =
    isJsonType(mimeType) || kind === undefined || mimeType === 'image/svg+xml' ? textOf(body) : undefined;
  if (text === undefined)
    return [
      { type: 'text', text: `A file of ${groupedNumber(body.length)} bytes, ${mimeType || 'of no type'}.` },
    ];
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
