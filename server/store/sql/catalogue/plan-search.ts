import { foldedText } from '../../../../lib/text/folded-text.ts';
import { type Alternative, alternativesOf, type SynonymGroup } from '../../../../lib/search/alternatives.ts';
import { isCorrectable } from '../../../../lib/search/one-edit-away.ts';
import { isStopWord, type ParsedSearch, parseSearch } from '../../../../lib/search/parse-search.ts';
import { searchTiers } from '../../../../lib/search/search-tiers.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { FullText } from './full-text.ts';
import { last, type Match, type SearchPlan, type WordSearch } from './search-plan.ts';
import { countMatches, findMatched, findSimilarWords } from './search-words.ts';

/** With more matches, reading their rows would dominate the search. */
const fewMatches = 2_000;
/** With fewer matches, and none by name, a correction is tried. */
const littleFound = 3;
const mostCorrectedWords = 3;

export async function planSearch(
  reader: CatalogueReader,
  q: string,
  synonyms: readonly SynonymGroup[],
): Promise<SearchPlan> {
  const parsed = parseSearch(q);
  const name = foldedText(q.trim());
  if (parsed.words.length === 0) return { kind: 'symbols', text: name };
  const alternatives = await existing(reader, alternativesOf(parsed.words, synonyms));
  const written = matchesOf(reader.fullText, parsed, alternatives);
  const { count, isBetter, isNamed, hasDeprecated } = await countMatches(reader, {
    match: last(written.tiers),
    better: written.tiers.slice(0, -1).map(({ match }) => match),
    name,
    most: fewMatches + 1,
  });
  const plan: WordSearch = {
    kind: 'words',
    name,
    ...written,
    count,
    // An empty tier has no effect on the order.
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
  const corrections = await findCorrections(reader, parsed);
  if (corrections.length === 0) return plan;
  const meant = corrections.flatMap((correction) => correction.alternatives);
  return {
    ...plan,
    ...matchesOf(reader.fullText, parsed, alternatives, meant),
    isAlone: false,
    readAs: correctedText(parsed, corrections),
  };
}

interface Correction {
  text: string;
  /** The correction that is shown. */
  shown: string;
  alternatives: Alternative[];
}

async function findCorrections(reader: CatalogueReader, { words }: ParsedSearch): Promise<Correction[]> {
  const correctable = words.flatMap(({ text }, index) => (isCorrectable(text) ? [{ text, index }] : []));
  const corrections: Correction[] = [];
  for (const { text, index } of correctable.slice(0, mostCorrectedWords)) {
    const isPrefix = index === words.length - 1;
    const similar = await findSimilarWords(reader, text, isPrefix);
    const telling = similar.words.filter((word) => !isStopWord(word));
    const [best] = telling;
    if (best === undefined) continue;
    const alternatives = telling.map((word) => ({
      from: index,
      to: index + 1,
      phrases: [{ words: [word], isPrefix }],
    }));
    corrections.push({ text, shown: similar.areWhole ? best : `${best}…`, alternatives });
  }
  return corrections;
}

function correctedText({ all }: ParsedSearch, corrections: Correction[]): string {
  const shown = new Map(corrections.map((correction) => [correction.text, correction.shown]));
  return all.map((word) => shown.get(word) ?? word).join(' ');
}

/** Drops alternatives that match nothing, because each costs time for every product. */
async function existing(reader: CatalogueReader, alternatives: Alternative[]): Promise<Alternative[]> {
  const { matchOfPhrase } = reader.fullText;
  const expressions = alternatives.flatMap(({ phrases }) => phrases.map(matchOfPhrase));
  const matched = await findMatched(reader, [...new Set(expressions)]);
  return alternatives.filter(({ phrases }) => phrases.every((phrase) => matched.has(matchOfPhrase(phrase))));
}

function matchesOf(
  { matchOfTier, matchOfApis }: FullText,
  ...of: Parameters<typeof searchTiers>
): Pick<WordSearch, 'tiers' | 'apis'> {
  const tiers = searchTiers(...of);
  const matches = new Map<string, Match>();
  for (const tier of tiers) {
    const match = matchOfTier(tier);
    if (!matches.has(match)) matches.set(match, { match, inName: tier.inName });
  }
  return { tiers: [...matches.values()], apis: matchOfApis(tiers) };
}
