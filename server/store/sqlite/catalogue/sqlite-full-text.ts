import { sqltag as sql } from '@prisma/client/runtime/client';
import type { SearchField } from '../../../../lib/search/rank-products.ts';
import type { Phrase } from '../../../../lib/search/search-terms.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';

const key = sql`s.rowid`;

/** The columns of a field. `status` is no text. */
const columns: Record<SearchField, string> = {
  name: '{name}',
  tags: '{tags}',
  introduction: '{introduction}',
  anywhere: '{name introduction doc tags}',
};

/** The full-text tables of SQLite. */
export const sqliteFullText: FullText = {
  matchOfPhrase(phrase, field) {
    const isLetter = isBeginningLetter(phrase);
    return `${isLetter && field === 'anywhere' ? '{name tags}' : columns[field]} : ${textOf(phrase)}`;
  },
  matchOfApis: (terms) =>
    `{name tags} : (${terms.map((phrases) => `(${phrases.map(textOf).join(' OR ')})`).join(' AND ')})`,
  matchOfAll: (expressions) => expressions.map((one) => `(${one})`).join(' AND '),
  matchOfAny: (expressions) => expressions.map((one) => `(${one})`).join(' OR '),
  key,
  // The full-text table also has the status, which avoids reading each row. Few are offline.
  matches: (expression, status, isAsked) =>
    status === 'all'
      ? sql`product_search MATCH ${expression}`
      : sql`product_search MATCH CASE WHEN ${isAsked}
              THEN '(' || ${expression} || ${status === '1' ? ') NOT status : offline' : ') AND status : offline'}
              ELSE ${expression} END`,
  count: (expression, most) => sql`(
    SELECT count(*) FROM (SELECT 1 FROM product_search WHERE product_search MATCH ${expression} LIMIT ${most}))`,
  apis: sql`api_search s CROSS JOIN Api a ON a.key = s.rowid`,
  matchesApi: (match) => sql`api_search MATCH ${match}`,
  rankOfApi: () => sql`s.rank`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  lower: (text) => sql`lower(${text})`,
  elements: (list) => sql`(SELECT value, key AS place FROM json_each(${JSON.stringify(list)}))`,
  keysOf: (keys) => sql`(SELECT value FROM json_each(${`[${keys.join()}]`}))`,
  isOneOf: (column, keys) => sql`${column} IN (SELECT value FROM json_each(${`[${keys.join()}]`}))`,
  listOfKeys: sql`json_group_array(s.rowid)`,
};

/** Words consist of letters and digits only, because the search is parsed. */
function textOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}

/** Nearly every text has a word with a given first letter. */
function isBeginningLetter({ words, isPrefix }: Phrase): boolean {
  return isPrefix && words.length === 1 && words[0]?.length === 1;
}
