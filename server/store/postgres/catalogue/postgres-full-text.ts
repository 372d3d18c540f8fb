import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { lexemeOf } from '../../../../lib/search/lexeme.ts';
import type { SearchField } from '../../../../lib/search/rank-products.ts';
import type { Phrase } from '../../../../lib/search/search-terms.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';
import { fieldLexeme, letterLexeme } from '../search-vector.ts';

/** How much a match in a document, a tag, an introduction and a name counts: as for the full-text table of SQLite. */
const weights = '{0.1, 0.3, 0.4, 1}';

/** The full-text tables of PostgreSQL. */
export const postgresFullText: FullText = {
  matchOfPhrase,
  matchOfApis: (terms) =>
    terms
      .map((phrases) => `(${phrases.map((phrase) => matchOfPhrase(phrase, 'anywhere')).join(' | ')})`)
      .join(' & '),
  matchOfAll: (expressions) => expressions.map((one) => `(${one})`).join(' & '),
  matchOfAny: (expressions) => expressions.map((one) => `(${one})`).join(' | '),
  key: sql`s.productKey`,
  matches: (expression, status, isAsked) =>
    status === 'all'
      ? isMatch(expression)
      : sql`${isMatch(expression)} AND (s.status = ${Number(status)} OR NOT ${isAsked})`,
  count: (expression, most) => sql`product_matches(${expression}::tsquery, ${most})`,
  apis: sql`api_search s JOIN Api a ON a.key = s.apiKey`,
  matchesApi: (match) => isMatch(sql`${match}`),
  // Divided by the logarithm of the length of the text.
  rankOfApi: (match) => sql`-ts_rank(${weights}::real[], s.words, ${match}::tsquery, 1)`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  lower: (text) => sql`lower((${text}) COLLATE "C")`,
  elements: (list) =>
    sql`(SELECT e.value, (e.place - 1)::integer AS place
           FROM json_array_elements_text(${JSON.stringify(list)}::json) WITH ORDINALITY e(value, place))`,
  keysOf: (keys) => sql`(SELECT unnest(${`{${keys.join()}}`}::integer[]) AS value)`,
  // Four times as fast as with a subquery.
  isOneOf: (column, keys) => sql`${column} = ANY (${`{${keys.join()}}`}::integer[])`,
  listOfKeys: sql`coalesce(json_agg(s.productKey ORDER BY s.productKey)::text, '[]')`,
};

function isMatch(expression: Sql): Sql {
  return sql`s.words @@ (${expression})::tsquery`;
}

function matchOfPhrase(phrase: Phrase, field: SearchField): string {
  const [word = ''] = phrase.words;
  const isLetter = phrase.isPrefix && phrase.words.length === 1 && word.length === 1;
  // Nearly every text has a word with a given first letter, so it is found in names and tags only.
  if (field === 'anywhere' && isLetter) return `'${letterLexeme(word)}'`;
  const lexemes = phrase.words.map((one) => {
    const lexeme = lexemeOf(one);
    return `'${field === 'anywhere' ? lexeme : fieldLexeme(field, lexeme)}'`;
  });
  return `(${lexemes.join(' <-> ')}${phrase.isPrefix ? ':*' : ''})`;
}
