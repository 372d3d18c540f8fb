import { foldedText } from '../text/folded-text.ts';

export interface SearchWord {
  text: string;
  /** The folded parts of a camel case word, such as an operation name. Otherwise empty. */
  parts: string[];
}

export interface ParsedSearch {
  /** All words in order, including stop words. */
  all: string[];
  /** Words that products must have. The last may be a prefix. */
  words: SearchWord[];
  /** Texts that products must contain exactly, such as "c++", because their letters alone find other things. */
  literals: string[];
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Names such as "c++" and "C#", which only their symbols distinguish. */
const symbolicName = /^[\p{L}\p{N}]{1,2}[+#]+$/u;
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** They match everything, and requiring them would hide products without "how to". */
const stopWords = new Set(
  `a about after also an and any are as at be because before between but by can could do does for from has have how i if
  in into is it its more most my not of on only or other our should so some such than that the their them then there
  these they this those through to was we what when where whether which while who will with would you your`.split(
    /\s+/,
  ),
);

export function isStopWord(text: string): boolean {
  return stopWords.has(text);
}

/** A text that has only stop words keeps them. */
export function withoutStopWords(words: string[]): string[] {
  const telling = words.filter((one) => !isStopWord(one));
  return telling.length > 0 ? telling : words;
}

export function parseSearch(q: string): ParsedSearch {
  const text = q.normalize('NFC');
  const all = (text.match(word) ?? []).map((one) => ({ text: foldedText(one), parts: camelParts(one) }));
  const telling = new Set(withoutStopWords(all.map((one) => one.text)));
  return {
    all: all.map((one) => one.text),
    words: all.filter((one) => telling.has(one.text)),
    literals: text
      .split(/\s+/)
      .filter((chunk) => symbolicName.test(chunk))
      .map(foldedText),
  };
}

function camelParts(written: string): string[] {
  const parts = written.split(camelBoundary).map(foldedText);
  return parts.length > 1 ? parts : [];
}

/** The distinct words of a text, folded. */
export function foldedWords(text: string): Set<string> {
  return new Set(foldedText(text).match(word));
}

/** A phrase as the search compares it: folded words with one space between them. */
export function foldedPhrase(phrase: string): string {
  return (foldedText(phrase).match(word) ?? []).join(' ');
}

/** A name together with the parts of its camel case words, so that both find it. */
export function searchableName(name: string): string {
  const parts = (name.match(word) ?? []).flatMap((one) => {
    const split = one.split(camelBoundary);
    return split.length > 1 ? split : [];
  });
  return [name, ...parts].join(' ');
}
