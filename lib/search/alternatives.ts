import { type SearchWord, isStopWord, withoutStopWords } from './parse-search.ts';

/** Adjacent words. The last may be a prefix. */
export interface Phrase {
  words: string[];
  isPrefix: boolean;
}

/** Other phrases for the words from `from` up to `to`. */
export interface Alternative {
  from: number;
  to: number;
  phrases: Phrase[];
}

export type SynonymGroup = readonly string[];

/** With more words, alternatives cost more than they find. */
const mostWords = 8;
const mostSynonyms = 40;
const shortestSplit = 5;
const longestSplit = 24;
/** "email" is also "e-mail", and "xray" "x-ray". Other words are not split after one letter. */
const oneLetterHalves = new Set(['e', 'x']);

/** Other spellings of the search: joined words, split words, camel case parts, synonyms. */
export function alternativesOf(
  words: readonly SearchWord[],
  synonyms: readonly SynonymGroup[],
): Alternative[] {
  const looked = words.slice(0, mostWords);
  return [
    ...looked.flatMap(({ text }, index) => splits(text, index, index === words.length - 1)),
    ...looked.slice(1).map(({ text }, index) => joined(looked[index]?.text ?? '', text, index, words.length)),
    ...looked.flatMap(({ parts }, index) => ofParts(parts, index)),
    ...fromSynonyms(
      looked.map(({ text }) => text),
      synonyms,
    ),
  ];
}

function splits(text: string, index: number, isLast: boolean): Alternative[] {
  const letters = [...text];
  if (letters.length < shortestSplit || letters.length > longestSplit) return [];
  return letters
    .slice(1)
    .map((_, cut) => [letters.slice(0, cut + 1).join(''), letters.slice(cut + 1).join('')])
    .filter((halves) => isCompound(halves))
    .map((halves) => ({ from: index, to: index + 1, phrases: [{ words: halves, isPrefix: isLast }] }));
}

function isCompound([first = '', second = '']: string[]): boolean {
  const isFirst = first.length > 1 || oneLetterHalves.has(first);
  return isFirst && second.length > 1 && !isStopWord(first) && !isStopWord(second);
}

function joined(first: string, second: string, index: number, count: number): Alternative {
  const isLast = index + 2 === count;
  return { from: index, to: index + 2, phrases: [{ words: [first + second], isPrefix: isLast }] };
}

/** Two parts must be adjacent; between more parts an "a" or "the" may stand. */
function ofParts(parts: string[], index: number): Alternative[] {
  if (parts.length < 2) return [];
  const phrases = parts.length === 2 ? [parts] : parts.map((part) => [part]);
  return [{ from: index, to: index + 1, phrases: phrases.map((words) => ({ words, isPrefix: false })) }];
}

function fromSynonyms(words: string[], groups: readonly SynonymGroup[]): Alternative[] {
  const found: Alternative[] = [];
  for (const group of groups) {
    const phrases = group.map((phrase) => phrase.split(' '));
    for (const phrase of phrases) {
      const compared = withoutStopWords(phrase);
      for (let from = 0; from + compared.length <= words.length; from += 1) {
        if (!compared.every((word, index) => isSameWord(word, words[from + index] ?? ''))) continue;
        const others = phrases.filter((other) => other !== phrase);
        const to = from + compared.length;
        found.push(...others.map((other) => ({ from, to, phrases: [{ words: other, isPrefix: false }] })));
      }
    }
  }
  return found.slice(0, mostSynonyms);
}

function isSameWord(one: string, other: string): boolean {
  return one === other || `${one}s` === other || one === `${other}s`;
}
