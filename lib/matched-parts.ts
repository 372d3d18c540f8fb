export interface TextPart {
  text: string;
  matches: boolean;
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** As an address holds; a text is looked at whole, whatever its length, once for all words. */
const wordLimit = 20;

/** Cuts a text at what was looked for: the beginnings of its words that are words of `q`, in any case of letters. */
export function matchedParts(text: string, q: string): TextPart[] {
  const words = q.normalize('NFC').match(word)?.slice(0, wordLimit) ?? [];
  if (words.length === 0) return [{ text, matches: false }];
  const longestFirst = words.map(withoutPlural).sort((a, b) => b.length - a.length);
  const looked = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst.join('|')})`, 'giu');
  // Split at one group, so that what stands at odd places is what matched.
  return text
    .split(looked)
    .map((part, index) => ({ text: part, matches: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The search finds the one by the other. */
function withoutPlural(plural: string): string {
  return plural.replace(/(?<=\p{L}{3})s$/iu, '');
}
