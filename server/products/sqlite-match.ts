import type { Phrase } from '../../lib/search/alternatives.ts';
import type { Reading, SearchTier } from '../../lib/search/search-tiers.ts';

/** What a product is found by; `status` beside them is no text. */
const texts = '{name introduction doc tags}';

/** A tier in the words of SQLite's full-text table. */
export function matchOfTier({ inName, readings }: SearchTier): string {
  const any = readings.map((reading) => `(${matchOfReading(reading)})`).join(' OR ');
  return `${inName ? '{name}' : texts} : (${any})`;
}

function matchOfReading(reading: Reading): string {
  return reading.map((term) => `(${term.map(matchOfPhrase).join(' OR ')})`).join(' AND ');
}

/** Of words of letters and digits, which is what a search is parsed to. */
export function matchOfPhrase({ words, isPrefix }: Phrase): string {
  const text = words.join(' ');
  if (!isPrefix) return `"${text}"`;
  // Nearly every text has a word that begins with a given letter.
  return text.length === 1 ? `("${text}" OR {name tags} : "${text}" *)` : `"${text}" *`;
}
