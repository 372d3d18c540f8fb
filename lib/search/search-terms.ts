import { stemmer } from 'stemmer';
import { Vocabulary } from './mend-word.ts';
import { foldedPhrase, isStopWord, isWeakWord, type ParsedSearch } from './parse-search.ts';
import { conversionWords, kinds, knownNames, same } from './word-families.ts';

/** Adjacent words. The last may be a prefix. */
export interface Phrase {
  words: string[];
  isPrefix: boolean;
}

/** What a word may stand for, and how surely: at most 1. */
export interface Meaning extends Phrase {
  quality: number;
}

/** A telling word of a search with its meanings. */
export interface Term {
  text: string;
  weight: number;
  /** Its place among all words of the search. */
  place: number;
  meanings: Meaning[];
  /** Whether the word is known, even if no product has it. */
  isKnown: boolean;
}

type SynonymGroup = readonly string[];

const weakWeight = 0.3;
const impliedWeight = 0.4;
const longestPhrase = 4;
const mostMeanings = 24;
const leastQuality = 0.2;
/** What a word of a word stands for is less sure. */
const onceMore = 0.8;
/** What several words stand for together counts for each of them. */
const together = 0.6;
const shortestSplit = 5;
const longestSplit = 24;
/** "email" is also "e-mail", and "xray" "x-ray". Other words are not split after one letter. */
const oneLetterHalves = new Set(['e', 'x']);
const quality = {
  whole: 1,
  parts: 0.95,
  synonym: 0.85,
  same: 0.7,
  kind: 0.6,
  name: 0.5,
  shape: 0.8,
  prefix: 0.7,
};

type Related = Map<string, Map<string, number>>;
const none: ReadonlyMap<string, number> = new Map();

/** The phrases that a phrase stands for: by the synonyms of a catalogue, and by what is known of any. */
export class Families {
  readonly #synonyms: Related = new Map();
  #vocabulary: Vocabulary | undefined;

  constructor(synonyms: readonly SynonymGroup[] = []) {
    for (const group of synonyms) relateAll(this.#synonyms, group, quality.synonym);
  }

  /** Of the words themselves, and of what those stand for: but what a kind is a sign of is no sign of what is of the kind. */
  of(phrase: string): ReadonlyMap<string, number> {
    const near = this.#near(phrase);
    if (near.size === 0) return near;
    const found = new Map(near);
    for (const [other, how] of near)
      for (const [further, then] of this.#near(other)) {
        const both = how > quality.kind || then > quality.kind ? how * then * onceMore : 0;
        if (both >= leastQuality && both > (found.get(further) ?? 0)) found.set(further, both);
      }
    found.delete(phrase);
    return found;
  }

  has(phrase: string): boolean {
    return this.#near(phrase).size > 0;
  }

  /** Of its single words. */
  vocabulary(): Vocabulary {
    this.#vocabulary ??= new Vocabulary(this.#words());
    return this.#vocabulary;
  }

  *#words(): Generator<string> {
    for (const related of [this.#synonyms, general().related])
      for (const phrases of related.values())
        for (const phrase of phrases.keys()) if (!phrase.includes(' ')) yield phrase;
    yield* general().words;
  }

  #near(phrase: string): ReadonlyMap<string, number> {
    const key = stemsOf(phrase);
    const { related, names } = general();
    const known = [names, related, this.#synonyms].flatMap((one) => one.get(key) ?? []);
    const [only = none, ...others] = known;
    return others.length === 0 ? only : new Map(known.flatMap((one) => [...one]));
  }
}

interface General {
  related: Related;
  names: Related;
  /** Words that are known but no synonym of another. */
  words: string[];
}

let made: General | undefined;

function general(): General {
  if (made !== undefined) return made;
  const related: Related = new Map();
  const names: Related = new Map();
  const words = [];
  for (const line of lines(same)) relateAll(related, phrasesOf(line), quality.same);
  for (const line of lines(kinds)) {
    const [from = '', to = ''] = line.split('>');
    for (const one of phrasesOf(from)) {
      for (const other of phrasesOf(to)) relate(related, one, other, quality.kind);
      if (!one.includes(' ')) words.push(one);
    }
  }
  for (const [name, is] of knownNames()) {
    const one = foldedPhrase(name);
    for (const other of phrasesOf(is)) relate(names, one, other, quality.name);
    if (!one.includes(' ')) words.push(one);
  }
  made = { related, names, words };
  return made;
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function phrasesOf(line: string): string[] {
  return line.split(',').map(foldedPhrase);
}

function stemsOf(phrase: string): string {
  return phrase.split(' ').map(lexemeOf).join(' ');
}

function relateAll(related: Related, group: readonly string[], how: number): void {
  for (const one of group) for (const other of group) if (one !== other) relate(related, one, other, how);
}

function relate(related: Related, one: string, other: string, how: number): void {
  const key = stemsOf(one);
  const known = related.get(key) ?? new Map<string, number>();
  known.set(other, Math.max(how, known.get(other) ?? 0));
  related.set(key, known);
}

/** Each telling word with its spellings, synonyms and kinds. */
export function termsOf({ all, words, shapes, literals }: ParsedSearch, families: Families): Term[] {
  const terms = words.map(({ text, parts, shape, place }, index): Term => {
    const isLast = index === words.length - 1 && literals.length === 0;
    const halved = splits(text);
    const meanings = [
      { words: [text], isPrefix: false, quality: quality.whole },
      ...(isLast ? [{ words: [text], isPrefix: true, quality: quality.prefix }] : []),
      ...(parts.length === 0 ? halved : [parts]).map((halves) => ({
        words: halves,
        isPrefix: isLast,
        quality: quality.parts,
      })),
      ...halved.flatMap((halves) =>
        [...families.of(halves.join(' '))].map(([phrase, how]) => ({
          words: phrase.split(' '),
          isPrefix: false,
          quality: how,
        })),
      ),
      ...numbered(text, families),
      ...(shape === undefined ? [] : [{ words: shape.split(' '), isPrefix: false, quality: quality.shape }]),
    ];
    return {
      text,
      weight: isWeakWord(text) ? weakWeight : 1,
      place,
      meanings,
      isKnown: shape !== undefined || families.has(text) || isStopWord(text),
    };
  });
  addJoined(terms, all);
  addFamilies(terms, all, families);
  for (const shape of shapes) terms.push(impliedTerm(all.length, [[shape, quality.shape]], 1));
  if (isConversion(terms, all)) implyConversion(terms, all.length);
  return terms.map((term) => ({ ...term, meanings: best(term.meanings) }));
}

/** What was not said in words, at the end. */
function impliedTerm(place: number, phrases: Iterable<readonly [string, number]>, weight: number): Term {
  const meanings = [...phrases].map(([phrase, how]) => ({
    words: phrase.split(' '),
    isPrefix: false,
    quality: how,
  }));
  return { text: '', weight, place, meanings, isKnown: true };
}

/** Whether something becomes something else: "png to webp". */
function isConversion(terms: readonly Term[], all: readonly string[]): boolean {
  return all.some(
    (word, at) =>
      conversionWords.has(word) &&
      word !== 'in' &&
      terms.some(({ place }) => place === at - 1) &&
      terms.some(({ place }) => place > at),
  );
}

/** Where "a to b" says it, "convert" tells no more: half of a catalogue may convert something. */
function implyConversion(terms: Term[], place: number): void {
  const said = terms.filter(({ meanings }) =>
    meanings.some(({ words, quality: how }) => how >= quality.same && words.join() === 'convert'),
  );
  for (const term of said) term.weight = Math.min(term.weight, impliedWeight);
  if (said.length === 0) terms.push(impliedTerm(place, [['convert', quality.same]], impliedWeight));
}

/** What a mended word stands for. */
export function meaningsOfMended(
  word: string,
  isPrefix: boolean,
  how: number,
  families: Families,
): Meaning[] {
  const others = [...families.of(word)].map(([phrase, then]) => ({
    words: phrase.split(' '),
    isPrefix: false,
    quality: how * then,
  }));
  return best([{ words: [word], isPrefix, quality: how }, ...others]);
}

function best(meanings: Meaning[]): Meaning[] {
  return meanings.toSorted((one, other) => other.quality - one.quality).slice(0, mostMeanings);
}

/** "uuidv7" is a kind of "uuid". */
function numbered(text: string, families: Families): Meaning[] {
  const [, word] = /^(\p{L}{3,}?)v?\d+$/u.exec(text) ?? [];
  return word === undefined ? [] : meaningsOfMended(word, false, quality.kind, families);
}

function splits(text: string): string[][] {
  const letters = [...text];
  if (letters.length < shortestSplit || letters.length > longestSplit) return [];
  const halves = letters
    .slice(1)
    .map((_, cut) => [letters.slice(0, cut + 1).join(''), letters.slice(cut + 1).join('')]);
  return halves.filter((pair) => isCompound(pair));
}

function isCompound([first = '', second = '']: string[]): boolean {
  const isFirst = first.length > 1 || oneLetterHalves.has(first);
  return isFirst && second.length > 1 && !isStopWord(first) && !isStopWord(second);
}

/** Two words that may be written as one, such as "bar code" and "md 2 html". */
function addJoined(terms: Term[], all: readonly string[]): void {
  terms.slice(1).forEach((second, index) => {
    const first = terms[index];
    if (first === undefined) return;
    const isPrefix = index + 2 === terms.length;
    const isTo = second.place === first.place + 2 && all[first.place + 1] === '2';
    const joined = first.text + (isTo ? '2' : '') + second.text;
    const meaning = { words: [joined], isPrefix, quality: quality.parts };
    first.meanings.push(meaning);
    second.meanings.push(meaning);
  });
}

/** Phrases of stop words and one other are compared as they are typed; others without their stop words. */
function addFamilies(terms: Term[], all: string[], families: Families): void {
  for (let count = 1; count <= longestPhrase; count += 1) {
    for (let from = 0; from + count <= terms.length; from += 1) {
      const span = terms.slice(from, from + count);
      addFamily(span, span.map(({ text }) => text).join(' '), families);
    }
    if (count === 1) continue;
    for (let from = 0; from + count <= all.length; from += 1) {
      const words = all.slice(from, from + count);
      if (!words.some(isStopWord)) continue;
      const span = terms.filter(({ place }) => place >= from && place < from + count);
      const phrase = words.join(' ');
      // Words that say nothing may do so together: "how many".
      if (span.length > 0) addFamily(span, phrase, families);
      else if (families.has(phrase)) terms.push(impliedTerm(from, families.of(phrase), 1));
    }
  }
}

function addFamily(span: Term[], phrase: string, families: Families): void {
  const found = families.of(phrase);
  if (found.size === 0) return;
  const isWhole = span.length > 1;
  for (const term of span) {
    if (isWhole) term.isKnown = true;
    for (const [other, how] of found)
      term.meanings.push({
        words: other.split(' '),
        isPrefix: false,
        quality: isWhole ? how * together : how,
      });
  }
}

/** SQLite stems no longer words. PostgreSQL refuses words of 2 KB. */
const mostStemmedBytes = 64;
/** A unit of UTF-16 has three bytes at most. */
const mostUnits = Math.floor(mostStemmedBytes / 3);
const bytes = new TextEncoder();

/** The form in which a folded word is found: as SQLite's tokenizer `porter unicode61` makes it. */
export function lexemeOf(word: string): string {
  const folded = word.replaceAll('ς', 'σ');
  if (word.length <= mostUnits || bytes.encode(word).length <= mostStemmedBytes) return stemmer(folded);
  return [...folded].slice(0, mostStemmedBytes + 1).join('');
}
