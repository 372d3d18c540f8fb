import type { Alternative, Phrase } from './alternatives.ts';
import type { ParsedSearch, SearchWord } from './parse-search.ts';

/** All terms must match, each by any of its phrases. */
export type Reading = Phrase[][];

/** Products in a tier match any of these readings, in their name or anywhere. */
export interface SearchTier {
  inName: boolean;
  readings: Reading[];
}

/**
 * Best first. Each tier includes the one before: the last finds every product of the list, and the others order them.
 * Matches in the name rank above matches elsewhere, and words as typed above corrected ones.
 */
export function searchTiers(
  { all, words, literals }: ParsedSearch,
  alternatives: readonly Alternative[],
  corrections: readonly Alternative[] = [],
): SearchTier[] {
  const whole = words.map(({ text }) => [{ words: [text], isPrefix: false }]);
  const asPhrase = [[{ words: all, isPrefix: false }]];
  const isPrefix = literals.length === 0;
  const found = readingsOf(words, alternatives, isPrefix);
  const tiers = [
    { inName: true, readings: [asPhrase] },
    { inName: true, readings: [whole] },
    { inName: true, readings: found },
    { inName: false, readings: found },
  ];
  if (corrections.length === 0) return tiers;
  const corrected = readingsOf(words, [...alternatives, ...corrections], isPrefix);
  return [...tiers, { inName: true, readings: corrected }, { inName: false, readings: corrected }];
}

function readingsOf(
  words: readonly SearchWord[],
  alternatives: readonly Alternative[],
  isPrefix: boolean,
): Reading[] {
  const terms = words.map(({ text }, index) => [
    { words: [text], isPrefix: isPrefix && index === words.length - 1 },
    ...alternatives.filter((one) => isOfOneWord(one, index)).flatMap(({ phrases }) => phrases),
  ]);
  const others = alternatives.filter((one) => !isOfOneWord(one, one.from));
  return [terms, ...others.map((one) => replaced(terms, one))];
}

/** Whether a phrase replaces one word, independent of the others. */
function isOfOneWord({ from, to, phrases }: Alternative, index: number): boolean {
  return from === index && to === index + 1 && phrases.length === 1;
}

function replaced(terms: Reading, { from, to, phrases }: Alternative): Reading {
  return [...terms.slice(0, from), ...phrases.map((phrase) => [phrase]), ...terms.slice(to)];
}
