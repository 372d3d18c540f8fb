import { sqltag as sql, type Sql } from '@prisma/client/runtime/client';
import type { Phrase } from '../../../../lib/search/alternatives.ts';
import type { SearchTier } from '../../../../lib/search/search-tiers.ts';
import type { FullText } from '../../sql/catalogue/full-text.ts';
import { last } from '../../sql/catalogue/search-plan.ts';
import { letterLexeme, lexemeOf, nameLexeme } from '../search-vector.ts';

/** How much a match in a document, a tag, an introduction and a name counts: as for the full-text table of SQLite. */
const weights = '{0.1, 0.3, 0.4, 1}';
/** With more matches, fetching the long vector of each would take most of a search. */
const mostRankedByAll = 200;

/** The full-text tables of PostgreSQL. */
export const postgresFullText: FullText = {
  matchOfTier: ({ inName, readings }) =>
    inName
      ? matchOfAny(readings, (phrase) => matchOfWords(phrase, nameLexeme))
      : matchOfAny(readings, matchOfPhrase),
  matchOfApis(tiers) {
    const { readings } = tiers.findLast(({ inName }) => inName) ?? { readings: [] };
    return matchOfAny(readings, matchOfPhrase);
  },
  matchOfPhrase,
  matchOfWord: (word) => `'${lexemeOf(word)}':ABC`,
  key: sql`s.productKey`,
  withProducts: sql`product_search s JOIN Product p ON p.key = s.productKey`,
  matches: isMatch,
  matchesOfStatus: (match, status) =>
    status === 'all'
      ? isMatch(sql`${match}`)
      : sql`${isMatch(sql`${match}`)} AND s.status = ${Number(status)}`,
  needsProducts: () => false,
  isIn: ({ match, inName }) =>
    inName
      ? sql`s.heading @@ ${match}::tsquery`
      : sql`s.productKey IN (SELECT f.productKey FROM product_search f WHERE f.words @@ ${match}::tsquery)`,
  isDeprecated: sql`s.deprecated`,
  rank({ tiers, count, readAs }) {
    const areFew = count <= mostRankedByAll && readAs === undefined;
    return areFew
      ? rankByAll(last(tiers))
      : sql`-ts_rank(${weights}::real[], s.heading, ${last(tiers)}::tsquery)`;
  },
  count: (expression, most) => sql`product_matches(${expression}::tsquery, ${most})`,
  exists: (expression) => sql`product_matches(${expression}::tsquery, 1) > 0`,
  apis: sql`api_search s JOIN Api a ON a.key = s.apiKey`,
  matchesApi: (match) => isMatch(sql`${match}`),
  rankOfApi: rankByAll,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  lower: (text) => sql`lower((${text}) COLLATE "C")`,
  elements: (list) => sql`json_array_elements_text(${JSON.stringify(list)}::json)`,
};

function isMatch(expression: Sql): Sql {
  return sql`s.words @@ ${expression}::tsquery`;
}

/** Divided by the logarithm of the length of the text. */
function rankByAll(match: string): Sql {
  return sql`-ts_rank(${weights}::real[], s.words, ${match}::tsquery, 1)`;
}

function matchOfAny(readings: SearchTier['readings'], phraseAs: (phrase: Phrase) => string): string {
  const terms = readings.map((reading) =>
    reading.map((term) => `(${term.map(phraseAs).join(' | ')})`).join(' & '),
  );
  return terms.map((reading) => `(${reading})`).join(' | ');
}

function matchOfPhrase(phrase: Phrase): string {
  const [word = ''] = phrase.words;
  const isLetter = phrase.isPrefix && phrase.words.length === 1 && word.length === 1;
  // Nearly every text has a word with a given first letter, so it is found in names and tags only.
  return isLetter
    ? `('${lexemeOf(word)}' | '${letterLexeme(word)}')`
    : matchOfWords(phrase, (lexeme) => lexeme);
}

function matchOfWords({ words, isPrefix }: Phrase, lexemeAs: (lexeme: string) => string): string {
  const lexemes = words.map((word) => `'${lexemeAs(lexemeOf(word))}'`).join(' <-> ');
  return `(${lexemes}${isPrefix ? ':*' : ''})`;
}
