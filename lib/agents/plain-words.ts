import { markdownText } from '../text/markdown-text.ts';

/** Characters that show nothing, or turn the direction of what follows: a text may hide words behind them. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

/** The words of a text of somebody else, without markup, on one line, and no more than so many characters. */
export function plainWords(text: string, most: number): string {
  const words = markdownText(text.slice(0, 10 * most).replace(hidden, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= most) return words;
  const end = words.lastIndexOf(' ', most - 1);
  return `${words.slice(0, end > most / 2 ? end : most - 1).toWellFormed()}…`;
}
