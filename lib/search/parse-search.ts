import { foldedText } from '../text/names.ts';
import { longShapes, shapes } from './word-families.ts';

export interface SearchWord {
  text: string;
  /** The folded parts of a camel case word, such as an operation name. Otherwise empty. */
  parts: string[];
  /** Whether it was typed in capitals, as a code. */
  isCode: boolean;
  /** A phrase for what is recognised by its form, such as a colour. */
  shape: string | undefined;
  /** Its place among all words. */
  place: number;
}

export interface ParsedSearch {
  /** All words in order, including stop words. */
  all: string[];
  /** The words that tell something. The last may be a prefix. */
  words: SearchWord[];
  /** Phrases for what was recognised in the whole text. */
  shapes: string[];
  /** Texts that products must contain exactly, such as "c++", because their letters alone find other things. */
  literals: string[];
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Names such as "c++" and "C#", which only their symbols distinguish. */
const symbolicName = /^[\p{L}\p{N}]{1,2}[+#]+$/u;
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
/** "md2html". */
const toBetween = /^(\p{L}{2,})(2)(\p{L}{2,})$/u;
const mostWords = 16;

/** They say nothing about a product. */
const stopWords = new Set(
  `a about after all also am an and any anybody anyone anything are as at be because been before being between but by can
  could d did do does doing don done each ever every everybody everyone everything few for from had has have having he
  hello hence her here hey hi his how i if in into is isn it its just ll like m many may me might mine more most much must
  my myself nor of off on only onto or other our ours out over own per please really s same shall she should so some
  somebody someone something somewhere such t than thank thanks that the their them then there these they thing things
  this those through to too under until upon us ve very via want wanted wants was we were what whatever when where
  whether which while who whom whose why will with within without would yes you your yours`.split(/\s+/),
);

/** They say little: what is to be had, and that it is an API. */
const weakWords = new Set(
  `api apis app application automatically best better different easily easy endpoint fast free from get getting give
  given go going good help i know let look lot making me my need needed needs new nice online possible program quick
  quickly real request say says see service show simple tell tool tools try use used user users useful using want way
  website work works write`.split(/\s+/),
);

export function isStopWord(text: string): boolean {
  return stopWords.has(text);
}

export function isWeakWord(text: string): boolean {
  return weakWords.has(text);
}

/** A text that has only stop words keeps them. */
export function withoutStopWords(words: string[]): string[] {
  const telling = words.filter((one) => !isStopWord(one));
  return telling.length > 0 ? telling : words;
}

export function parseSearch(q: string): ParsedSearch {
  const text = q.normalize('NFC');
  const chunks = text
    .split(/\s+/)
    .map((chunk) => chunk.replace(/[?!,;:.)]+$/, ''))
    .flatMap((chunk) => toBetween.exec(chunk)?.slice(1) ?? chunk);
  const all = chunks
    .flatMap((chunk) => {
      const shape = shapes.find(([form]) => form.test(chunk))?.[1];
      return (chunk.match(word) ?? []).map((one) => ({ one, shape }));
    })
    .map(({ one, shape }, place) => ({
      text: foldedText(one),
      parts: camelParts(one),
      isCode: one === one.toUpperCase() && /^\p{L}+$/u.test(one),
      shape,
      place,
    }));
  const telling = new Set(withoutStopWords(all.map((one) => one.text)));
  const isTo = (at: number) => all[at]?.text === '2' && at > 0 && at < all.length - 1;
  return {
    all: all.map((one) => one.text),
    words: all.filter((one, at) => telling.has(one.text) && !isTo(at)).slice(0, mostWords),
    shapes: longShapes.flatMap(([form, phrase]) => (form.test(text) ? [phrase] : [])),
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
