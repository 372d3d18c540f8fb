import { markdownText } from './markdown-text.ts';

/** Read of an introduction at most; a card shows three lines of it. */
const readLimit = 1_200;
const excerptLimit = 320;

/** The words of an introduction for a card. The product's own page shows the text as it is. */
export function markdownExcerpt(markdown: string): string {
  const isCut = markdown.length > readLimit;
  const read = isCut ? markdown.slice(0, readLimit).replace(danglingEnd, '') : markdown;
  const text = markdownText(read);
  if (text.length <= excerptLimit) return text;
  const space = text.lastIndexOf(' ', excerptLimit);
  return `${text.slice(0, space > 0 ? space : excerptLimit)}…`;
}

/** A link, a tag or code that the cut has left without its end. */
const danglingEnd = /(?:!?\[[^[\]]*(?:\]\([^()\n]*)?|<[^<>]*|`[^`\n]*)$/;
