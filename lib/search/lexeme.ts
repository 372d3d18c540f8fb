import { stemmer } from 'stemmer';

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
