import { sqltag as sql } from '@prisma/client/runtime/client';
import type { Phrase } from '../../../../lib/search/alternatives.ts';
import type { Reading, SearchTier } from '../../../../lib/search/search-tiers.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';
import { isOfDeprecated } from '../../sql/catalogue/search-words.ts';

const key = sql`s.rowid`;

/** The full-text tables of SQLite. */
export const sqliteFullText: FullText = {
  matchOfTier,
  matchOfApis,
  matchOfPhrase,
  matchOfWord: (word) => `{name introduction tags} : "${word}"`,
  key,
  withProducts: sql`product_search s CROSS JOIN Product p ON p.key = s.rowid`,
  matches: (expression) => sql`product_search MATCH ${expression}`,
  matchesOfStatus(match, status) {
    const isStatus = status === 'all' ? '' : ` AND status : "${status === '1' ? 'online' : 'offline'}"`;
    return sql`product_search MATCH ${match + isStatus}`;
  },
  // For many matches the full-text table also filters by status, which avoids reading each row. But ranking by the
  // status word reads all rows with it, which are nearly all; so for few matches, reading their rows is faster.
  needsProducts: ({ isCommon }) => !isCommon,
  isIn: ({ match }) => sql`${key} IN (SELECT rowid FROM product_search WHERE product_search MATCH ${match})`,
  isDeprecated: sql`${key} IN (SELECT key FROM Product WHERE ${isOfDeprecated})`,
  rank: () => sql`s.rank`,
  count: (expression, most) => sql`(
    SELECT count(*) FROM (SELECT 1 FROM product_search WHERE product_search MATCH ${expression} LIMIT ${most}))`,
  exists: (expression) => sql`EXISTS (SELECT 1 FROM product_search WHERE product_search MATCH ${expression})`,
  apis: sql`api_search s CROSS JOIN Api a ON a.key = s.rowid`,
  matchesApi: (match) => sql`api_search MATCH ${match}`,
  rankOfApi: () => sql`s.rank`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  lower: (text) => sql`lower(${text})`,
  elements: (list) => sql`json_each(${JSON.stringify(list)})`,
};

/** The searchable columns. `status` is not text. */
const texts = '{name introduction doc tags}';

/** A tier as an expression for SQLite's full-text table. */
function matchOfTier({ inName, readings }: SearchTier): string {
  return `${inName ? '{name}' : texts} : (${matchOfAny(readings)})`;
}

/** The widest name tier as an expression for the table of APIs, which has names and providers. */
function matchOfApis(tiers: readonly SearchTier[]): string {
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
function matchOfPhrase({ words, isPrefix }: Phrase): string {
  const text = words.join(' ');
  if (!isPrefix) return `"${text}"`;
  // Nearly every text has a word with a given first letter.
  return text.length === 1 ? `("${text}" OR {name tags} : "${text}" *)` : `"${text}" *`;
}
