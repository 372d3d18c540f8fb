import type { Phrase } from '../../../../lib/search/alternatives.ts';
import type { Reading, SearchTier } from '../../../../lib/search/search-tiers.ts';

/** The searchable columns. `status` is not text. */
const texts = '{name introduction doc tags}';

/** A tier as an expression for SQLite's full-text table. */
export function matchOfTier({ inName, readings }: SearchTier): string {
  return `${inName ? '{name}' : texts} : (${matchOfAny(readings)})`;
}

/** The widest name tier as an expression for the table of APIs, which has names and providers. */
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

/** Words consist of letters and digits only, because the search is parsed. */
export function matchOfPhrase({ words, isPrefix }: Phrase): string {
  const text = words.join(' ');
  if (!isPrefix) return `"${text}"`;
  // Nearly every text has a word with a given first letter.
  return text.length === 1 ? `("${text}" OR {name tags} : "${text}" *)` : `"${text}" *`;
}
