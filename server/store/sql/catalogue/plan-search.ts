import { isStopWord, type ParsedSearch, parseSearch } from '../../../../lib/search/parse-search.ts';
import {
  type Found,
  fitOfNames,
  type Ranking,
  rankProducts,
  type SearchField,
  stemsOfName,
} from '../../../../lib/search/rank-products.ts';
import type { Term } from '../../../../lib/search/search-terms.ts';
import { foldedText } from '../../../../lib/text/names.ts';
import type { ListFilter } from '../../catalogue/catalogue.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import type { SearchPlan, View } from './order-products.ts';
import {
  countMatches,
  findContaining,
  findMatches,
  findNamed,
  readNames,
  type Reader,
  readerOf,
} from './search-words.ts';
import { isRare, type Known, type KnownWords, understand } from './understand-search.ts';

/** The names of so many are read. */
const mostRefined = 200;
/** A name of an API is not told apart from what is like it: "send a parcel" is no API of parcel post. */
const leastOfApi = 0.7;
const leastOfMark = 0.55;
const mostMarks = 20;
/** With more matches, it does not matter which of two words is rarer. */
const mostCompared = 20_000;

export async function planSearch(
  catalogue: CatalogueReader,
  q: string,
  words: KnownWords,
  status: ListFilter['status'],
  view: View,
): Promise<SearchPlan> {
  const reader = readerOf(catalogue, view);
  const parsed = parseSearch(q);
  const name = foldedText(q.trim());
  if (parsed.words.length === 0) return { kind: 'symbols', text: name };
  const { terms, known, readAs } = await understand(reader, parsed, words);
  const found = await findProducts(reader, { terms, known }, status, words.lists);
  const isAlone = found.length === 1 && found[0]?.products === 1;
  const old = isAlone ? new Set<number>() : await words.deprecated();
  const ranking = rankProducts(terms, found, (key) => old.has(key));
  const keys = await withNames(reader, ranking, terms, parsed, name, words.names);
  return {
    kind: 'words',
    keys,
    name,
    apis: apisOf(reader, terms),
    readAs: keys.length === 0 ? undefined : readAs,
    marks: marksOf(known),
  };
}

/** The keys of the products of this status that have these, and by field those of any products. */
async function findProducts(
  reader: Reader,
  { terms, known }: { terms: readonly Term[]; known: readonly Known[] },
  status: ListFilter['status'],
  kept: KnownWords['lists'],
): Promise<Found[]> {
  const [only, ...others] = known;
  if (only === undefined) return [];
  const { fullText } = reader;
  if (terms.length === 1 && others.length === 0 && only.products === 1) {
    // A product that alone has the only word has no place to be found.
    const match = fullText.matchOfPhrase(only.meaning, 'anywhere');
    const [anywhere = none] = await findMatches(reader, [match], { status, first: 1, isCommon: false });
    return [{ ...only, keys: { name: none, tags: none, introduction: none, anywhere } }];
  }
  const rare = known.filter(isRare);
  const isCommon = rare.length === 0;
  const asked = isCommon ? await commonTerms(reader, known) : [{ match: matchOfAny(fullText, rare) }];
  const matchOf = (one: Known, field: SearchField) => {
    const match = fullText.matchOfPhrase(one.meaning, field);
    if (isRare(one)) return match;
    // Of a common phrase, all texts but the name count alike.
    if (field === 'tags' || field === 'introduction') return '';
    // What has the phrase has its term. If the term means nothing else, what has the term has the phrase.
    const besides = asked.filter(({ term }) => term !== one.term);
    const isTerm =
      field === 'anywhere' &&
      besides.length < asked.length &&
      known.every((it) => it === one || it.term !== one.term);
    return fullText.matchOfAll((isTerm ? asked : [{ match }, ...besides]).map((it) => it.match));
  };
  const anywhere = known.map((one) => matchOf(one, 'anywhere'));
  const inFields = known.map((one) => textFields.map((field) => matchOf(one, field)));
  const first = [...new Set(anywhere)];
  const further = [...new Set(inFields.flat())].filter((match) => match !== '');
  const expressions = [...first, ...further];
  const wish = { status, first: first.length, isCommon };
  const lists = isCommon
    ? await findMatches(reader, expressions, wish)
    : await keptMatches(reader, expressions, wish, kept);
  const ofStatus = new Map(first.map((match, index) => [match, lists[index]]));
  const ofAny = new Map(further.map((match, index) => [match, lists[first.length + index]]));
  return known.map((one, index) => {
    const [name = none, tags = none, introduction = none] = (inFields[index] ?? []).map((match) =>
      ofAny.get(match),
    );
    return {
      ...one,
      keys: { name, tags, introduction, anywhere: ofStatus.get(anywhere[index] ?? '') ?? none },
    };
  });
}

/** Asks only for what no search has found since the last publication: words occur in many searches. */
async function keptMatches(
  reader: Reader,
  expressions: readonly string[],
  wish: Parameters<typeof findMatches>[2],
  kept: KnownWords['lists'],
): Promise<Int32Array[]> {
  const { generation } = kept;
  const names = expressions.map(
    (one, index) => `${reader.prefix}${index < wish.first ? wish.status : 'any'} ${one}`,
  );
  const lists = names.map((name) => kept.get(name));
  const missing = names.flatMap((_, index) => (lists[index] === undefined ? index : []));
  if (missing.length > 0) {
    const first = missing.filter((index) => index < wish.first).length;
    const asked = missing.map((index) => expressions[index] ?? '');
    const found = await findMatches(reader, asked, { ...wish, first });
    missing.forEach((index, place) => {
      const list = found[place] ?? none;
      lists[index] = list;
      kept.set(names[index] ?? '', list, generation);
    });
  }
  return lists.map((list) => list ?? none);
}

const textFields = ['name', 'tags', 'introduction'] as const;
const none = new Int32Array();

function matchOfAny({ matchOfPhrase, matchOfAny: any }: FullText, known: readonly Known[]): string {
  return any([...new Set(known.map(({ meaning }) => matchOfPhrase(meaning, 'anywhere')))]);
}

/** A match expression, and the term that it is of. */
interface Asked {
  match: string;
  term?: number;
}

/** If each phrase has many products: all terms, or all but the most common ones, so that some product has them. */
async function commonTerms(reader: Reader, known: readonly Known[]): Promise<Asked[]> {
  const { fullText } = reader;
  const terms = [...new Set(known.map(({ term }) => term))].map((term) => ({
    term,
    match: matchOfAny(
      fullText,
      known.filter((one) => one.term === term),
    ),
  }));
  if (terms.length === 1) return [];
  const isFound = async (asked: readonly Asked[]) => {
    const [found] = await countMatches(reader, [fullText.matchOfAll(asked.map(({ match }) => match))], 1);
    return found === 1;
  };
  if (await isFound(terms)) return terms;
  const matches = terms.map(({ match }) => match);
  const sizes = await countMatches(reader, matches, mostCompared);
  const rarestFirst = terms.toSorted(
    (one, other) => (sizes[terms.indexOf(one)] ?? 0) - (sizes[terms.indexOf(other)] ?? 0),
  );
  for (let count = terms.length - 1; count > 0; count -= 1) {
    const asked = rarestFirst.slice(0, count);
    if (await isFound(asked)) return asked;
  }
  return [];
}

/** What is called exactly so comes first, then the best by how their names fit. */
async function withNames(
  reader: Reader,
  { keys, scores }: Ranking,
  terms: readonly Term[],
  { all, literals }: ParsedSearch,
  name: string,
  kept: KnownWords['names'],
): Promise<Int32Array> {
  if (keys.length < 2 && literals.length === 0) return keys;
  const best = keys.subarray(0, mostRefined);
  const [named, containing, names] = await Promise.all([
    findNamed(reader, name),
    literals.length === 0 ? undefined : findContaining(reader, keys, literals),
    keptNames(reader, best, kept),
  ]);
  const fitOf = fitOfNames(terms, all);
  const fits = new Map([...best].map((key, place) => [key, (scores[place] ?? 0) * fitOf(names.get(key))]));
  const ordered = best.toSorted((one, other) => (fits.get(other) ?? 0) - (fits.get(one) ?? 0) || one - other);
  const first = keys.filter((key) => named.has(key));
  const others = [...ordered, ...keys.subarray(mostRefined)];
  return Int32Array.from(
    [...first, ...(named.size === 0 ? others : others.filter((key) => !named.has(key)))].filter(
      (key) => containing?.has(key) ?? true,
    ),
  );
}

async function keptNames(reader: Reader, keys: Int32Array, kept: KnownWords['names']) {
  const { generation } = kept;
  const names = new Map<number, readonly string[]>();
  for (const key of keys) {
    const name = kept.get(key);
    if (name !== undefined) names.set(key, name);
  }
  const missing = keys.filter((key) => !names.has(key));
  if (missing.length === 0) return names;
  for (const [key, name] of await readNames(reader, missing)) {
    const stems = stemsOfName(name);
    names.set(key, stems);
    kept.set(key, stems, generation);
  }
  return names;
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
