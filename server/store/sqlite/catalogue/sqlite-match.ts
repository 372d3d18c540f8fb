import type { Phrase } from '../../../../lib/search/alternatives.ts';
import type { Reading, SearchTier } from '../../../../lib/search/search-tiers.ts';

/** What a product is found by; `status` beside them is no text. */
const texts = '{name introduction doc tags}';

/** A tier in the words of SQLite's full-text table. */
export function matchOfTier({ inName, readings }: SearchTier): string {
  return `${inName ? '{name}' : texts} : (${matchOfAny(readings)})`;
}

/** The widest tier of names, in the words of the table of APIs: an API is found by its name or its provider. */
export function matchOfApis(tiers: readonly SearchTier[]): string {
  const { readings } = tiers.findLast(({ inName }) => inName) ?? { readings: [] };
  return `{name tags} : (${matchOfAny(readings)})`;
}

function matchOfAny(readings: SearchTier['readings']): string {
  return readings.map((reading) => `(${matchOfReading(reading)})`).join(' OR ');
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
