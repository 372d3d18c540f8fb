import { commonWord, nouns, productName, serialWord, verbs } from './seed-products.ts';

interface SearchQuestion {
  /** How many searches give a figure. */
  count: number;
  /** Another text for each index: a portal keeps what it has searched. */
  textOf: (index: number, products: number) => string;
}

/** Searches of the seeded catalogue. */
export const searchQuestions: Record<string, SearchQuestion> = {
  'one match': { count: 2_000, textOf: (index, products) => serialWord((index * 7) % products) },
  'the whole name': { count: 1_000, textOf: (index, products) => productName((index * 7) % products) },
  'two words': { count: 60, textOf: (index) => `${of(verbs, index)} ${of(nouns, index)}${again(index)}` },
  'a question': {
    count: 60,
    textOf: (index) => `how can I ${of(verbs, index)} the ${of(nouns, index)}${again(index)}`,
  },
  'nothing found': { count: 1_000, textOf: (index) => `qq${serialWord(index)}` },
  'a beginning': { count: 60, textOf: (index) => `${of(nouns, index).slice(0, 4)}${again(index)}` },
  'a misspelt word': { count: 60, textOf: (index) => `${misspelt(of(nouns, index))}${again(index)}` },
  'a word of half of all': { count: 20, textOf: (index) => `${commonWord}${again(index)}` },
};

function of(words: readonly string[], index: number): string {
  return words[index % words.length] ?? '';
}

/** Spaces make it another text for the cache alone. */
function again(index: number): string {
  return index.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');
}

function misspelt(word: string): string {
  return `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;
}
