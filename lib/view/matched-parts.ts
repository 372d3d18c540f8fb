import { distanceOf } from '../search/mend-word.ts';

export interface TextPart {
  text: string;
  matches: boolean;
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Limits the search terms; each text is searched once for all of them. */
const wordLimit = 20;
/** A shorter word with one wrong letter may be another word. */
const shortestMisspelt = 5;
/** A word this long also matches when it is written as two. */
const shortestCompound = 5;

/**
 * Splits a text at matches of the search: words that start with a search term or, if there are none, words one typo
 * away from one.
 */
export function matchedParts(text: string, q: string): TextPart[] {
  const words = q.normalize('NFC').match(word)?.slice(0, wordLimit) ?? [];
  if (words.length === 0) return [{ text, matches: false }];
  const longestFirst = words.map(withoutPlural).sort((a, b) => b.length - a.length);
  const looked = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst.map(maybeInTwo).join('|')})`, 'giu');
  const parts = cut(text, looked, () => true);
  if (parts.some(({ matches }) => matches)) return parts;
  const typed = words.map((one) => one.toLowerCase()).filter(({ length }) => length >= shortestMisspelt);
  return cut(text, /([\p{L}\p{M}\p{N}]+)/gu, (part) =>
    typed.some((one) => distanceOf(one, part.toLowerCase(), 1) === 1),
  );
}

/** Splitting at one group puts the matches at odd indexes. */
function cut(text: string, pattern: RegExp, isMatch: (part: string) => boolean): TextPart[] {
  const parts: TextPart[] = [];
  text.split(pattern).forEach((part, index) => {
    const matches = index % 2 === 1 && isMatch(part);
    const before = parts.at(-1);
    if (part === '') return;
    if (before && !matches && !before.matches) before.text += part;
    else parts.push({ text: part, matches });
  });
  return parts;
}

function maybeInTwo(text: string): string {
  return text.length < shortestCompound ? text : [...text].join('[\\s-]?');
}

/** The search treats these as equal. */
function withoutPlural(plural: string): string {
  return plural.replace(/(?<=\p{L}{3})s$/iu, '');
}
