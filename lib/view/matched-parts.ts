import { isCorrectable, isOneEditAway } from '../search/one-edit-away.ts';

export interface TextPart {
  text: string;
  matches: boolean;
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** As an address holds; a text is looked at whole, whatever its length, once for all words. */
const wordLimit = 20;
/** A word this long is also found where it is written as two. */
const shortestCompound = 5;

/**
 * Cuts a text at what was searched for: the beginnings of its words that are words of `q`, in any case of letters, or,
 * where there are none, its words that are one typo away from one of `q`.
 */
export function matchedParts(text: string, q: string): TextPart[] {
  const words = q.normalize('NFC').match(word)?.slice(0, wordLimit) ?? [];
  if (words.length === 0) return [{ text, matches: false }];
  const longestFirst = words.map(withoutPlural).sort((a, b) => b.length - a.length);
  const looked = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst.map(maybeInTwo).join('|')})`, 'giu');
  const parts = cut(text, looked, () => true);
  if (parts.some(({ matches }) => matches)) return parts;
  const typed = words.map((one) => one.toLowerCase()).filter(isCorrectable);
  return cut(text, /([\p{L}\p{M}\p{N}]+)/gu, (part) =>
    typed.some((one) => isOneEditAway(one, part.toLowerCase())),
  );
}

/** Split at one group, so that what stands at odd places is what the pattern found. */
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

/** The search finds the one by the other. */
function withoutPlural(plural: string): string {
  return plural.replace(/(?<=\p{L}{3})s$/iu, '');
}
