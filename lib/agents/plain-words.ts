import { markdownText, withEntities } from '../text/markdown-text.ts';
import { groupedNumber } from '../text/numbers.ts';

/** Characters that show nothing, or turn the direction of what follows: a text may hide words behind them. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;

/** Markup may hold escaped markup. Nobody escapes so often in good faith. */
const mostRounds = 8;

/** The words of a text of somebody else, without markup, on one line, and no more than so many characters. */
export function plainWords(text: string, most: number): string {
  const words = withoutMarkup(text.slice(0, 10 * most));
  if (words.length <= most) return words;
  const end = words.lastIndexOf(' ', most - 1);
  return `${words.slice(0, end > most / 2 ? end : most - 1).toWellFormed()}…`;
}

/** Decoding an entity, or opening a code, may bring up more markup or hidden characters: both go until none is left. */
function withoutMarkup(text: string): string {
  let words = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = words;
    words = markdownText(withEntities(words).replace(hidden, ' '));
    if (words === before) return words;
  }
  return words
    .replace(hidden, ' ')
    .replace(/[&<>[\]`\\\s]+/g, ' ')
    .trim();
}

/** What a call costs, in words that models read. */
export function priceWords({ from, to }: { from: number; to: number }): string {
  if (to === 0) return 'free';
  if (from === to) return `${groupedNumber(to)} ${to === 1 ? 'credit' : 'credits'} a call`;
  return `${groupedNumber(from)} to ${groupedNumber(to)} credits a call`;
}
