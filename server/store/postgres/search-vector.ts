import { stemmer } from 'stemmer';
import { foldedPhrase } from '../../../lib/search/parse-search.ts';

/**
 * Full-text search with the words that SQLite's tokenizer `porter unicode61` makes. PostgreSQL's own parser and
 * dictionaries depend on the locale of a database and cut other words, so a search vector is made here.
 */

/** SQLite stems no longer words. PostgreSQL refuses words of 2 KB. */
const mostStemmedBytes = 64;

/** The form in which a folded word is found. */
export function lexemeOf(word: string): string {
  const folded = word.replaceAll('ς', 'σ');
  if (Buffer.byteLength(word) <= mostStemmedBytes) return stemmer(folded);
  return [...folded].slice(0, mostStemmedBytes + 1).join('');
}

/** A lexeme that is found in names only. Words have no capitals. */
export function nameLexeme(lexeme: string): string {
  return `N${lexeme}`;
}

/** The first letter of a word of a name or a tag. */
export function letterLexeme(letter: string): string {
  return `L${letter}`;
}

export interface SearchColumn {
  text: string;
  /** How much a match counts, A most. */
  weight: 'A' | 'B' | 'C' | 'D';
  /** What is indexed besides the words. */
  also?: readonly ('name' | 'letter')[];
}

/** Text columns as one search vector. No phrase goes on from a column to the next. */
export function searchVector(columns: readonly SearchColumn[]): string {
  const places = new Map<string, string[]>();
  const add = (lexeme: string, place: string) => {
    const known = places.get(lexeme);
    if (known === undefined) places.set(lexeme, [place]);
    else known.push(place);
  };
  let position = 0;
  for (const { text, weight, also = [] } of columns) {
    for (const word of foldedPhrase(text).split(' ')) {
      if (word === '') continue;
      position += 1;
      const place = `${position}${weight}`;
      const lexeme = lexemeOf(word);
      add(lexeme, place);
      if (also.includes('name')) add(nameLexeme(lexeme), place);
      if (also.includes('letter')) add(letterLexeme(String.fromCodePoint(word.codePointAt(0) ?? 0)), place);
    }
    position += 1;
  }
  return [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ');
}
