import { foldedText } from '../../lib/text/folded-text.ts';
import { type Alternative, alternativesOf, type SynonymGroup } from '../../lib/search/alternatives.ts';
import { isCorrectable } from '../../lib/search/one-edit-away.ts';
import { isStopWord, type ParsedSearch, parseSearch } from '../../lib/search/parse-search.ts';
import { searchTiers } from '../../lib/search/search-tiers.ts';
import { portal } from '../portal/portal.ts';
import { matchOfApis, matchOfPhrase, matchOfTier } from '../store/sqlite/catalogue/sqlite-match.ts';
import { countMatches, findMatched, findSimilarWords } from '../store/sqlite/catalogue/sqlite-words.ts';

export interface WordSearch {
  kind: 'words';
  /** The whole of it, as a name would sort. */
  name: string;
  /** Match expressions, the best first; the last finds every product of the list. */
  tiers: string[];
  /** Match expression for the table of APIs. */
  apis: string;
  /** One product at most is found, which is in no order. */
  isAlone: boolean;
  /** Whether a product has this very name, and whether any is deprecated: else no order asks for it. */
  isNamed: boolean;
  hasDeprecated: boolean;
  literals: string[];
  isCommon: boolean;
  /** The search with its misspelt words corrected, where products are found by that, too. */
  readAs: string | undefined;
}

/** `symbols`: what holds no word is found where a name holds it, letter by letter. */
export type SearchPlan = WordSearch | { kind: 'symbols'; text: string };

/** Past so many matches, to look at the row of each is what a search waits for. */
const fewMatches = 2_000;
/** Fewer matches than this, and none by its name: perhaps something else was meant. */
const littleFound = 3;
const mostCorrectedWords = 3;

/** What is looked for, found out once for each text and kept until something is published. */
export function planSearch(q: string): SearchPlan | Promise<SearchPlan> {
  return portal().cache.searches.getOrMake(q, () => makePlan(q));
}

async function makePlan(q: string): Promise<SearchPlan> {
  const parsed = parseSearch(q);
  const name = foldedText(q.trim());
  if (parsed.words.length === 0) return { kind: 'symbols', text: name };
  const alternatives = existing(alternativesOf(parsed.words, await readSynonyms()));
  const written = matchesOf(parsed, alternatives);
  const { count, isBetter, isNamed, hasDeprecated } = countMatches({
    match: last(written.tiers),
    better: written.tiers.slice(0, -1),
    name,
    most: fewMatches + 1,
  });
  const plan: WordSearch = {
    kind: 'words',
    name,
    ...written,
    // A tier that nothing is in tells nothing apart.
    tiers: isBetter ? written.tiers : written.tiers.slice(-1),
    isAlone: count <= 1,
    isNamed,
    hasDeprecated,
    literals: parsed.literals,
    isCommon: count > fewMatches,
    readAs: undefined,
  };
  const mayBeMisspelt = count === 0 || (count < littleFound && !isBetter);
  if (parsed.literals.length > 0 || !mayBeMisspelt) return plan;
  const corrections = findCorrections(parsed);
  if (corrections.length === 0) return plan;
  const meant = corrections.flatMap((correction) => correction.alternatives);
  return {
    ...plan,
    ...matchesOf(parsed, alternatives, meant),
    isAlone: false,
    readAs: correctedText(parsed, corrections),
  };
}

interface Correction {
  /** The misspelt word. */
  text: string;
  /** What is shown in its place. */
  shown: string;
  alternatives: Alternative[];
}

function findCorrections({ words }: ParsedSearch): Correction[] {
  const correctable = words.flatMap(({ text }, index) => (isCorrectable(text) ? [{ text, index }] : []));
  return correctable.slice(0, mostCorrectedWords).flatMap(({ text, index }) => {
    const isPrefix = index === words.length - 1;
    const similar = findSimilarWords(text, isPrefix);
    const telling = similar.words.filter((word) => !isStopWord(word));
    const [best] = telling;
    if (best === undefined) return [];
    const alternatives = telling.map((word) => ({
      from: index,
      to: index + 1,
      phrases: [{ words: [word], isPrefix }],
    }));
    return [{ text, shown: similar.areWhole ? best : `${best}…`, alternatives }];
  });
}

function correctedText({ all }: ParsedSearch, corrections: Correction[]): string {
  const shown = new Map(corrections.map((correction) => [correction.text, correction.shown]));
  return all.map((word) => shown.get(word) ?? word).join(' ');
}

/** An alternative that no product has would be looked for in every one that has the others. */
function existing(alternatives: Alternative[]): Alternative[] {
  const expressions = alternatives.flatMap(({ phrases }) => phrases.map(matchOfPhrase));
  const matched = findMatched([...new Set(expressions)]);
  return alternatives.filter(({ phrases }) => phrases.every((phrase) => matched.has(matchOfPhrase(phrase))));
}

function matchesOf(...of: Parameters<typeof searchTiers>): Pick<WordSearch, 'tiers' | 'apis'> {
  const tiers = searchTiers(...of);
  return { tiers: [...new Set(tiers.map(matchOfTier))], apis: matchOfApis(tiers) };
}

export function last(tiers: string[]): string {
  return tiers.at(-1) ?? '';
}

function readSynonyms(): SynonymGroup[] | Promise<SynonymGroup[]> {
  const { cache, database } = portal();
  return cache.synonyms.getOrMake('all', async () => {
    const groups = await database.synonymGroup.findMany({ orderBy: { key: 'asc' } });
    return groups.map(({ phrases }) => phrases.split('\n'));
  });
}
