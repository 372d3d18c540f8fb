import { lexemeOf, type Meaning, type Term } from './search-terms.ts';
import { foldedPhrase } from './parse-search.ts';
import { conversionWords } from './word-families.ts';

// The order of what is found, by a score that both engines give alike: what matches of the search, how rare it is, and
// where it stands. The greatest score is the best.

/** Where a phrase is looked for. `anywhere` includes the documentation. */
export const searchFields = ['name', 'tags', 'introduction', 'anywhere'] as const;
export type SearchField = (typeof searchFields)[number];

/** How much a match counts by its field, and how much the others of several fields add. */
const fieldWeights: Record<SearchField, number> = { name: 1, tags: 0.5, introduction: 0.6, anywhere: 0.2 };
const addedByOthers = 0.15;

/** A phrase of a term that some products have. */
export interface Found {
  term: number;
  meaning: Meaning;
  /** In how many products it occurs. */
  products: number;
  /** The keys of those, by field; each list goes up. */
  keys: Record<SearchField, Int32Array>;
}

/** Keys of products and their scores, best first. */
export interface Ranking {
  keys: Int32Array;
  scores: Float64Array;
}

const exact = 0.7;
/** How much of a score depends on the share of the search that a product has. */
const coverageShare = 0.6;
/** Products whose score is this far below the best are left out, unless they have all words as they were typed. */
const leastOfBest = 0.38;
/** A best product with less than this share of what one called exactly so would have is not what was meant. */
const leastOfAll = 0.1;
/** The same for few words: about what a product has whose documentation alone has all of them. */
const leastOfFew = 0.19;
const fewWords = 3;
const deprecatedShare = 0.8;

/** A rare phrase tells more. */
function rarity(products: number): number {
  return 1 / (0.5 + Math.log2(1 + products));
}

/** Equal ones are in the order of their keys. */
export function rankProducts(
  terms: readonly Term[],
  found: readonly Found[],
  isDeprecated: (key: number) => boolean,
): Ranking {
  const { keys, placeOf } = placesOf(found);
  const sums = new Float64Array(keys.length);
  const covered = new Float64Array(keys.length);
  const typed = new Uint8Array(keys.length);
  const byTerm = terms.map((_, index) => found.filter((one) => one.term === index));
  const importances = terms.map(
    ({ weight }, index) => weight * Math.max(0, ...(byTerm[index] ?? []).map(worthOf)),
  );
  const unknown = terms.filter((term, index) => byTerm[index]?.length === 0 && isTelling(term)).length;
  const all = importances.reduce((sum, one) => sum + one, unknown * Math.max(0, ...importances));
  const count = unknown + byTerm.filter((ofTerm) => ofTerm.length > 0).length;
  terms.forEach((term, index) => {
    const ofTerm = byTerm[index] ?? [];
    if (ofTerm.length === 0) return;
    const importance = importances[index] ?? 0;
    const { scores, isTyped } = scoreTerm(ofTerm, placeOf, keys.length);
    for (let place = 0; place < keys.length; place += 1) {
      const score = scores[place] ?? 0;
      if (score === 0) continue;
      sums[place] = (sums[place] ?? 0) + score * term.weight;
      covered[place] = (covered[place] ?? 0) + importance;
      typed[place] = (typed[place] ?? 0) + (isTyped[place] ?? 0);
    }
  });
  let best = 0;
  for (let place = 0; place < keys.length; place += 1) {
    const coverage = all === 0 ? 0 : (covered[place] ?? 0) / all;
    const score = (sums[place] ?? 0) * (1 - coverageShare + coverageShare * coverage);
    sums[place] = isDeprecated(keys[place] ?? 0) ? score * deprecatedShare : score;
    best = Math.max(best, score);
  }
  const isMeant = best >= all * (terms.length > fewWords ? leastOfAll : leastOfFew);
  const least = isMeant ? best * leastOfBest : Infinity;
  return inOrder(keys, sums, (place) => typed[place] === count || (sums[place] ?? 0) >= least);
}

/** If no product has such a word, it counts as much as the most important one: what is meant may not be here. */
function isTelling({ text, weight }: Term): boolean {
  return weight === 1 && /\D/.test(text);
}

/** For more keys, a list of all places is faster. */
const mostInMap = 500;

/** The different keys, and the place of each among them. */
function placesOf(found: readonly Found[]) {
  const lists = found.map(({ keys }) => keys.anywhere);
  const keys: number[] = [];
  if (lists.reduce((sum, { length }) => sum + length, 0) <= mostInMap) {
    const places = new Map<number, number>();
    for (const list of lists)
      for (const key of list) if (!places.has(key)) places.set(key, keys.push(key) - 1);
    return { keys, placeOf: (key: number) => places.get(key) ?? -1 };
  }
  const last = lists.reduce((most, list) => Math.max(most, list.at(-1) ?? 0), 0);
  // From 1.
  const places = new Int32Array(last + 1);
  for (const list of lists) for (const key of list) if (places[key] === 0) places[key] = keys.push(key);
  return { keys, placeOf: (key: number) => (places[key] ?? 0) - 1 };
}

/** Many products have the same score, so that few numbers are compared. */
function inOrder(keys: readonly number[], scores: Float64Array, isKept: (place: number) => boolean): Ranking {
  const byScore = new Map<number, number[]>();
  keys.forEach((key, place) => {
    if (!isKept(place)) return;
    const score = scores[place] ?? 0;
    const alike = byScore.get(score);
    if (alike === undefined) byScore.set(score, [key]);
    else alike.push(key);
  });
  const groups = [...byScore].sort(([one], [other]) => other - one);
  const count = groups.reduce((sum, [, alike]) => sum + alike.length, 0);
  const ranking = { keys: new Int32Array(count), scores: new Float64Array(count) };
  let at = 0;
  for (const [score, alike] of groups) {
    ranking.keys.set(Int32Array.from(alike).sort(), at);
    ranking.scores.fill(score, at, at + alike.length);
    at += alike.length;
  }
  return ranking;
}

function worthOf({ meaning, products }: Found): number {
  return meaning.quality * rarity(products);
}

/** The best of a term's meanings for each product. */
function scoreTerm(found: readonly Found[], placeOf: (key: number) => number, count: number) {
  const scores = new Float64Array(count);
  const isTyped = new Uint8Array(count);
  for (const one of found) {
    const worth = worthOf(one);
    const here = new Float64Array(count);
    const fields = new Uint8Array(count);
    for (const field of searchFields)
      for (const key of one.keys[field]) {
        const place = placeOf(key);
        if (place < 0) continue;
        here[place] = Math.max(here[place] ?? 0, fieldWeights[field]);
        fields[place] = (fields[place] ?? 0) + 1;
      }
    for (const key of one.keys.anywhere) {
      const place = placeOf(key);
      const score = worth * (here[place] ?? 0) * (1 + addedByOthers * ((fields[place] ?? 1) - 1));
      if (score > (scores[place] ?? 0)) scores[place] = score;
      if (one.meaning.quality >= exact) isTyped[place] = 1;
    }
  }
  return { scores, isTyped };
}

const nameShare = 0.35;
const forwards = 1.3;
const backwards = 0.55;

/** The words of a name in order, as stems. */
export function stemsOfName(name: string): string[] {
  return foldedPhrase(name).split(' ').map(lexemeOf);
}

/** How well the stems of a name fit: how many were asked for, and whether "a to b" has them in this order. */
export function fitOfNames(
  terms: readonly Term[],
  all: readonly string[],
): (words?: readonly string[]) => number {
  const phrases = terms.map(({ meanings }) =>
    meanings.map((meaning) => ({ ...meaning, words: meaning.words.map(lexemeOf) })),
  );
  return (words = []) => {
    const places = phrases.map((meanings) => placeIn(words, meanings));
    const matched = new Set(places.filter((place) => place >= 0));
    const telling = words.filter((word) => !conversionWords.has(word)).length;
    const share = telling === 0 ? 0 : matched.size / telling;
    return (1 + nameShare * share) * direction(words, places, terms, all);
  };
}

/** The place of the first word that a term stands for, its surest meaning first. All words are stems. */
function placeIn(words: readonly string[], meanings: readonly Meaning[]): number {
  for (const { words: stems, isPrefix } of meanings) {
    const place = words.findIndex((word, at) =>
      stems.every((stem, next) => {
        const other = words[at + next] ?? '';
        return next === stems.length - 1 && isPrefix ? other.startsWith(stem) : other === stem;
      }),
    );
    if (place >= 0) return place;
  }
  return -1;
}

/** Compares the order of two terms with that of a name such as "a to b". */
function direction(
  words: readonly string[],
  places: readonly number[],
  terms: readonly Term[],
  all: readonly string[],
): number {
  const middle = words.findIndex((word) => conversionWords.has(word));
  if (middle < 0) return 1;
  const named = terms
    .map(({ place }, index) => ({ asked: place, found: places[index] ?? -1 }))
    .filter(({ found }) => found >= 0);
  let factor = 1;
  named.slice(1).forEach(({ asked, found }, index) => {
    const before = named[index];
    if (before === undefined || before.found < middle === found < middle) return;
    const between = all.slice(before.asked + 1, asked);
    const isForward = between.some((word) => conversionWords.has(word));
    const isBackward = between.includes('from') || between.includes('of');
    if (isForward !== isBackward) factor = before.found < found === isForward ? forwards : backwards;
  });
  return factor;
}
