import { likeliest, mendWord } from '../../../../lib/search/mend-word.ts';
import {
  isStopWord,
  isWeakWord,
  type ParsedSearch,
  parseSearch,
} from '../../../../lib/search/parse-search.ts';
import {
  type Found,
  fitOfName,
  type Ranking,
  rankProducts,
  searchFields,
} from '../../../../lib/search/rank-products.ts';
import {
  type Families,
  type Meaning,
  meaningsOfMended,
  type Term,
  termsOf,
} from '../../../../lib/search/search-terms.ts';
import { foldedText } from '../../../../lib/text/folded-text.ts';
import type { ListFilter } from '../../catalogue.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import type { SearchPlan } from './search-plan.ts';
import {
  countMatches,
  findContaining,
  findDeprecated,
  findMatches,
  findNamed,
  findSimilarWords,
  readNames,
  type Reader,
} from './search-words.ts';

/** A phrase of more products finds none by itself if there is a rarer one. */
const mostOfRare = 2_000;
/** The names of so many are read. */
const mostRefined = 200;
const mostMended = 3;
/** How surely a mended word is what was meant, by the distance. */
const mendedQuality = [1, 0.75, 0.6];
/** A name of an API is not told apart from what is like it: "send a parcel" is no API of parcel post. */
const leastOfApi = 0.7;
const leastOfMark = 0.55;
const mostMarks = 20;
/** With more matches, it does not matter which of two words is rarer. */
const mostCompared = 20_000;

/** A meaning of a term that some product has. */
interface Known {
  term: number;
  meaning: Meaning;
  products: number;
}

export async function planSearch(
  catalogue: CatalogueReader,
  q: string,
  families: Families,
  status: ListFilter['status'],
): Promise<SearchPlan> {
  const reader = readerOf(catalogue);
  const parsed = parseSearch(q);
  const name = foldedText(q.trim());
  if (parsed.words.length === 0) return { kind: 'symbols', text: name };
  const { terms, known, readAs } = await understand(reader, parsed, families);
  const found = await findProducts(reader, known, status);
  const old = await findDeprecated(reader);
  const ranking = rankProducts(terms, found, (key) => old.has(key));
  const keys = await withNames(reader, ranking, terms, parsed, name);
  return {
    kind: 'words',
    keys,
    name,
    apis: apisOf(reader, terms),
    readAs: keys.length === 0 ? undefined : readAs,
    marks: marksOf(known),
  };
}

function readerOf(catalogue: CatalogueReader): Reader {
  return {
    fullText: catalogue.fullText,
    read: async (query, isCommon) => catalogue.read(query, isCommon),
  };
}

/** Other words that products have and that are most like those of a search that finds nothing. */
export async function nearestWords(catalogue: CatalogueReader, q: string): Promise<string[]> {
  const reader = readerOf(catalogue);
  const typed = parseSearch(q).words.map(({ text }) => text);
  const near: string[] = [];
  for (const text of typed.slice(0, mostMended))
    near.push(...likeliest(text, await findSimilarWords(reader, text)));
  const words = [...new Set(near)].filter(
    (word) => !typed.includes(word) && !isStopWord(word) && !isWeakWord(word),
  );
  const matches = words.map((word) =>
    reader.fullText.matchOfPhrase({ words: [word], isPrefix: false }, 'anywhere'),
  );
  const products = await countMatches(reader, matches, 1);
  return words.filter((_, index) => products[index] === 1).slice(0, mostMended);
}

/** The terms, words mended, and which of their meanings products have. */
async function understand(reader: Reader, parsed: ParsedSearch, families: Families) {
  const terms = termsOf(parsed, families);
  const known = await knownMeanings(reader, terms);
  const mended = new Map<string, string>();
  for (const [index, term] of terms.entries()) {
    if (term.isKnown || known.some((one) => one.term === index)) continue;
    const isPrefix = index === terms.length - 1 && parsed.literals.length === 0;
    const words = new Set([...(await findSimilarWords(reader, term.text)), ...families.words()]);
    const nearest = mendWord(term.text, words, isPrefix).filter(({ word }) => !isStopWord(word));
    const meant = nearest.map(({ word, distance }) => ({
      shown: word,
      meanings: meaningsOfMended(word, false, mendedQuality[distance] ?? 0.5, families),
    }));
    const changed = meant.map(({ meanings }) => ({ ...term, meanings }));
    const found = await knownMeanings(reader, changed);
    const best = changed
      .map((_, place) => found.filter((one) => one.term === place))
      .map((of, place) => ({ of, shown: meant[place]?.shown ?? '' }))
      .filter(({ of }) => of.length > 0)
      .toSorted(
        (one, other) => productsOf(other.of) - productsOf(one.of) || (one.shown < other.shown ? -1 : 1),
      )
      .slice(0, mostMended);
    const [first] = best;
    if (first === undefined) continue;
    mended.set(term.text, first.shown);
    terms[index] = { ...term, meanings: best.flatMap(({ of }) => of.map(({ meaning }) => meaning)) };
    known.push(...best.flatMap(({ of }) => of.map((one) => ({ ...one, term: index }))));
  }
  const readAs = mended.size === 0 ? undefined : parsed.all.map((word) => mended.get(word) ?? word).join(' ');
  return { terms, known, readAs };
}

function productsOf(of: readonly Known[]): number {
  return Math.max(...of.map(({ products, meaning }) => products * meaning.quality));
}

async function knownMeanings(reader: Reader, terms: readonly Term[]): Promise<Known[]> {
  const all = terms.flatMap(({ meanings }, term) => meanings.map((meaning) => ({ term, meaning })));
  const expressions = all.map(({ meaning }) => reader.fullText.matchOfPhrase(meaning, 'anywhere'));
  const different = [...new Set(expressions)];
  const counted = await countMatches(reader, different, mostOfRare + 1);
  const products = new Map(different.map((one, index) => [one, counted[index] ?? 0]));
  const found = all.flatMap((one, index) => {
    const count = products.get(expressions[index] ?? '') ?? 0;
    return count === 0 ? [] : [{ ...one, products: count }];
  });
  // A beginning that nothing has but the word itself finds nothing more.
  const whole = new Map(
    found.flatMap(({ meaning, products: count }) =>
      meaning.isPrefix ? [] : [[meaning.words.join(' '), count] as const],
    ),
  );
  return found.filter(
    ({ meaning, products: count }) => !meaning.isPrefix || whole.get(meaning.words.join(' ')) !== count,
  );
}

/** The keys of the products that have these, by field. */
async function findProducts(
  reader: Reader,
  known: readonly Known[],
  status: ListFilter['status'],
): Promise<Found[]> {
  if (known.length === 0) return [];
  const { fullText } = reader;
  const rare = known.filter(isRare);
  const candidates =
    rare.length > 0
      ? { match: matchOfAny(fullText, rare), terms: [] }
      : await commonCandidates(reader, known);
  const probes = known.flatMap((one) =>
    searchFields.map((field) => {
      const match = fullText.matchOfPhrase(one.meaning, field);
      if (isRare(one)) return match;
      // Of a common phrase, all texts but the name count alike.
      if (field === 'tags' || field === 'introduction') return '';
      if (candidates === undefined) return match;
      // If a term has one meaning, all that have the term have this.
      const isAlone = known.every((other) => other === one || other.term !== one.term);
      const haveAll = isAlone && field === 'anywhere' && candidates.terms.includes(one.term);
      return haveAll ? candidates.match : fullText.matchOfAll([match, candidates.match]);
    }),
  );
  const different = [...new Set(probes)].filter((match) => match !== '');
  const lists = await findMatches(reader, different, status, rare.length === 0);
  const keys = new Map(different.map((one, index) => [one, lists[index] ?? none]));
  return known.map((one, index) => {
    const of = (field: number) => keys.get(probes[index * searchFields.length + field] ?? '') ?? none;
    return { ...one, keys: { name: of(0), tags: of(1), introduction: of(2), anywhere: of(3) } };
  });
}

const none = new Int32Array();

function isRare({ products }: Known): boolean {
  return products <= mostOfRare;
}

function matchOfAny({ matchOfPhrase, matchOfAny: any }: FullText, known: readonly Known[]): string {
  return any([...new Set(known.map(({ meaning }) => matchOfPhrase(meaning, 'anywhere')))]);
}

/**
 * If each phrase has many products: those that have all terms, or all but the most common ones. Undefined if one term is
 * asked for.
 */
async function commonCandidates(
  reader: Reader,
  known: readonly Known[],
): Promise<{ match: string; terms: number[] } | undefined> {
  const terms = [...new Set(known.map(({ term }) => term))].map((term) => ({
    term,
    match: matchOfAny(
      reader.fullText,
      known.filter((one) => one.term === term),
    ),
  }));
  if (terms.length === 1) return undefined;
  const matches = terms.map(({ match }) => match);
  const sizes = await countMatches(reader, matches, mostCompared);
  const sizeOf = ({ match }: { match: string }) => sizes[matches.indexOf(match)] ?? 0;
  const rarestFirst = terms.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  for (let count = terms.length; count > 0; count -= 1) {
    const asked = rarestFirst.slice(0, count);
    const match = reader.fullText.matchOfAll(asked.map((one) => one.match));
    const [found = 0] = await countMatches(reader, [match], 1);
    if (found > 0) return { match, terms: asked.map(({ term }) => term) };
  }
  return undefined;
}

/** What is called exactly so comes first, then the best by how their names fit. */
async function withNames(
  reader: Reader,
  { keys, scores }: Ranking,
  terms: readonly Term[],
  { all, literals }: ParsedSearch,
  name: string,
): Promise<Int32Array> {
  if (keys.length < 2 && literals.length === 0) return keys;
  const best = keys.subarray(0, mostRefined);
  const [named, containing, names] = await Promise.all([
    findNamed(reader, name),
    literals.length === 0 ? undefined : findContaining(reader, keys, literals),
    readNames(reader, best),
  ]);
  const fits = new Map(
    [...best].map((key, place) => [key, (scores[place] ?? 0) * fitOfName(names.get(key), terms, all)]),
  );
  const ordered = best.toSorted((one, other) => (fits.get(other) ?? 0) - (fits.get(one) ?? 0) || one - other);
  const first = keys.filter((key) => named.has(key));
  const others = [...ordered, ...keys.subarray(mostRefined)];
  return Int32Array.from(
    [...first, ...(named.size === 0 ? others : others.filter((key) => !named.has(key)))].filter(
      (key) => containing?.has(key) ?? true,
    ),
  );
}

/** An API must have a sure meaning of each telling word in its name or its provider. */
function apisOf({ fullText }: Reader, terms: readonly Term[]): string | undefined {
  const telling = terms.filter(({ weight }) => weight === 1);
  const asked = (telling.length > 0 ? telling : terms).map(({ meanings }) =>
    meanings.filter(({ quality, isPrefix }) => isPrefix || quality > leastOfApi),
  );
  return asked.every((phrases) => phrases.length > 0) ? fullText.matchOfApis(asked) : undefined;
}

/** The words that results are marked by: what was typed, and what it surely stands for. */
function marksOf(known: readonly Known[]): string[] {
  const sure = known
    .filter(({ meaning }) => meaning.quality >= leastOfMark)
    .toSorted((one, other) => other.meaning.quality - one.meaning.quality);
  return [...new Set(sure.flatMap(({ meaning }) => meaning.words))]
    .filter((word) => !isStopWord(word))
    .slice(0, mostMarks);
}
