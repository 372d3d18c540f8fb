import { foldedText } from '../text/folded-text.ts';

export interface SearchWord {
  /** Folded. */
  text: string;
  /** Of a word in camel case, as operations are called: its parts, folded. Else empty. */
  parts: string[];
}

export interface ParsedSearch {
  /** In order, with those that say nothing. */
  all: string[];
  /** What products must have; the last may be the beginning of a word. */
  words: SearchWord[];
  /** What products must contain letter by letter, as "c++": their letters alone would find something else. */
  literals: string[];
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** "c++", "C#": a word this short is told apart by its symbols alone. */
const symbolicName = /^[\p{L}\p{N}]{1,2}[+#]+$/u;
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** Searching for them finds everything, and requiring them hides what does not happen to say "how to". */
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

/** The words of a search that are looked for; a text of stop words alone keeps them. */
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

/** Each word of a text once, folded. */
export function foldedWords(text: string): Set<string> {
  return new Set(foldedText(text).match(word));
}

/** A phrase as it is compared with what is searched for: its words, folded, with one space between them. */
export function foldedPhrase(phrase: string): string {
  return (foldedText(phrase).match(word) ?? []).join(' ');
}

/** A name with the parts of its words in camel case beside them, so that it is found by either. */
export function searchableName(name: string): string {
  const parts = (name.match(word) ?? []).flatMap((one) => {
    const split = one.split(camelBoundary);
    return split.length > 1 ? split : [];
  });
  return [name, ...parts].join(' ');
}
