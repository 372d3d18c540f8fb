import { markdownText } from './markdown-text.ts';

/** A card shows three lines. */
const readLimit = 1_200;
const excerptLimit = 320;

/** The start of an introduction as plain text, for a card. */
export function markdownExcerpt(markdown: string): string {
  const isCut = markdown.length > readLimit;
  const read = isCut ? markdown.slice(0, readLimit).replace(danglingEnd, '') : markdown;
  const text = markdownText(read);
  if (text.length <= excerptLimit) return text;
  const space = text.lastIndexOf(' ', excerptLimit);
  return `${text.slice(0, space > 0 ? space : excerptLimit)}…`;
}

/** A link, tag or code that the cut left incomplete. */
const danglingEnd = /(?:!?\[[^[\]]*(?:\]\([^()\n]*)?|<[^<>]*|`[^`\n]*)$/;
