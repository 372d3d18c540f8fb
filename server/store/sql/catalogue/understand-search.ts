import { isMendable, likeliest, mendWord, type Vocabulary } from '../../../../lib/search/mend-word.ts';
import {
  isStopWord,
  isWeakWord,
  type ParsedSearch,
  parseSearch,
} from '../../../../lib/search/parse-search.ts';
import {
  type Families,
  type Meaning,
  meaningsOfMended,
  type Term,
  termsOf,
} from '../../../../lib/search/search-terms.ts';
import type { Cache } from '../../../cache.ts';
import type { CatalogueReader, Now } from './catalogue-reader.ts';
import type { View } from './order-products.ts';
import { countMatches, findSimilarWords, type Reader, readerOf } from './search-words.ts';

// What the words of a search may stand for, and which of that products have.

/** More products are not counted. */
const mostCounted = 2_000;
const mostMended = 3;
/** How surely a mended word is what was meant, by the distance. */
const mendedQuality = [1, 0.75, 0.6];

/** A meaning of a term that some product has. */
export interface Known {
  term: number;
  meaning: Meaning;
  products: number;
}

/** What is known of words, whatever the search. */
export interface KnownWords {
  families: Families;
  /** Read when a word is unknown. */
  vocabulary: () => Now<Vocabulary | 'too many'>;
  /** In how many products an expression matches: the same synonyms and parts are asked for again and again. */
  counts: Cache<string, number>;
  /** Of which products. */
  lists: Cache<string, Int32Array>;
  /** The stems of the names of products. */
  names: Cache<number, readonly string[]>;
  deprecated: () => Now<ReadonlySet<number>>;
}

/** A phrase of more products finds none by itself if there is a rarer one. */
export function isRare({ products }: Known): boolean {
  return products <= mostCounted;
}

/**
 * Searches that are most like one that finds nothing: with another word, which products have, in place of one that no product
 * has. Where no product has two of the words, one of them put right means something else.
 */
export async function nearestSearches(
  catalogue: CatalogueReader,
  q: string,
  { vocabulary }: KnownWords,
  view: View,
): Promise<string[]> {
  const reader = readerOf(catalogue, view);
  const typed = parseSearch(q).words.map(({ text }) => text);
  const isUnneeded = (word: string) => isStopWord(word) || isWeakWord(word);
  const unknown = await unknownWords(
    reader,
    typed.filter((word) => !isUnneeded(word)),
  );
  const [misspelt] = unknown;
  if (misspelt === undefined || unknown.length > 1) return [];
  const near = likeliest(misspelt, await likeWords(reader, misspelt, vocabulary));
  const words = near.filter((word) => !typed.includes(word) && !isUnneeded(word));
  const without = new Set(await unknownWords(reader, words));
  return words
    .filter((word) => !without.has(word))
    .slice(0, mostMended)
    .map((word) => typed.map((text) => (text === misspelt ? word : text)).join(' '));
}

/** Those that no product has. */
async function unknownWords(reader: Reader, words: string[]): Promise<string[]> {
  const matches = words.map((word) =>
    reader.fullText.matchOfPhrase({ words: [word], isPrefix: false }, 'anywhere'),
  );
  const products = await countMatches(reader, matches, 1);
  return words.filter((_, index) => products[index] !== 1);
}

/** The words of the catalogue that a word is compared with. */
async function likeWords(
  reader: Reader,
  word: string,
  vocabulary: KnownWords['vocabulary'],
): Promise<Vocabulary> {
  const all = await vocabulary();
  return all === 'too many' ? findSimilarWords(reader, word) : all;
}

/** The terms, words mended, and which of their meanings products have. */
export async function understand(
  reader: Reader,
  parsed: ParsedSearch,
  { families, vocabulary, counts }: KnownWords,
) {
  const terms = termsOf(parsed, families);
  const known = await knownMeanings(reader, terms, counts);
  const mended = new Map<string, string>();
  for (const [index, term] of terms.entries()) {
    if (term.isKnown || !isMendable(term.text) || known.some((one) => one.term === index)) continue;
    const isPrefix = index === terms.length - 1 && parsed.literals.length === 0;
    const vocabularies = [await likeWords(reader, term.text, vocabulary), families.vocabulary()];
    const nearest = mendWord(term.text, vocabularies, isPrefix).filter(({ word }) => !isStopWord(word));
    const meant = nearest.map(({ word, distance }) => ({
      shown: word,
      meanings: meaningsOfMended(word, false, mendedQuality[distance] ?? 0.5, families),
    }));
    const changed = meant.map(({ meanings }) => ({ ...term, meanings }));
    const found = await knownMeanings(reader, changed, counts);
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

async function knownMeanings(
  reader: Reader,
  terms: readonly Term[],
  counts: KnownWords['counts'],
): Promise<Known[]> {
  const all = terms.flatMap(({ meanings }, term) => meanings.map((meaning) => ({ term, meaning })));
  const expressions = all.map(({ meaning }) => reader.fullText.matchOfPhrase(meaning, 'anywhere'));
  const { generation } = counts;
  const { prefix } = reader;
  const products = new Map(expressions.map((one) => [one, counts.get(prefix + one)]));
  const unknown = [...products.keys()].filter((one) => products.get(one) === undefined);
  const counted = await countMatches(reader, unknown, mostCounted + 1);
  unknown.forEach((one, index) => {
    products.set(one, counted[index]);
    counts.set(prefix + one, counted[index] ?? 0, generation);
  });
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
