import { lexemeOf } from '../../../lib/search/search-terms.ts';
import { foldedPhrase } from '../../../lib/search/parse-search.ts';

/**
 * Full-text search with the words that SQLite's tokenizer `porter unicode61` makes. PostgreSQL's own parser and
 * dictionaries depend on the locale of a database and cut other words, so a search vector is made here.
 */

const fieldMarks = { name: 'N', tags: 'T', introduction: 'I' };
export type MarkedField = keyof typeof fieldMarks;

/** A lexeme that is found in one field only, because an index knows no fields. Words have no capitals. */
export function fieldLexeme(field: MarkedField, lexeme: string): string {
  return fieldMarks[field] + lexeme;
}

/** The first letter of a word of a name or a tag. */
export function letterLexeme(letter: string): string {
  return `L${letter}`;
}

export interface SearchColumn {
  text: string;
  /** How much a match counts, A most. */
  weight: 'A' | 'B' | 'C' | 'D';
  /** Words are indexed with the mark of this field, too. */
  field?: MarkedField;
  /** Their first letters are indexed, too. */
  hasLetters?: boolean;
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
  for (const { text, weight, field, hasLetters = false } of columns) {
    for (const word of foldedPhrase(text).split(' ')) {
      if (word === '') continue;
      position += 1;
      const place = `${position}${weight}`;
      const lexeme = lexemeOf(word);
      add(lexeme, place);
      if (field !== undefined) add(fieldLexeme(field, lexeme), place);
      if (hasLetters) add(letterLexeme(String.fromCodePoint(word.codePointAt(0) ?? 0)), place);
    }
    position += 1;
  }
  return [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ');
}
