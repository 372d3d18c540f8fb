import { foldedText } from '../../../../lib/text/folded-text.ts';
import { type Alternative, alternativesOf, type SynonymGroup } from '../../../../lib/search/alternatives.ts';
import { isCorrectable } from '../../../../lib/search/one-edit-away.ts';
import { isStopWord, type ParsedSearch, parseSearch } from '../../../../lib/search/parse-search.ts';
import { searchTiers } from '../../../../lib/search/search-tiers.ts';
import { matchOfApis, matchOfPhrase, matchOfTier } from './sqlite-match.ts';
import { last, type SearchPlan, type WordSearch } from './search-plan.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { countMatches, findMatched, findSimilarWords } from './sqlite-words.ts';

/** With more matches, reading their rows would dominate the search. */
const fewMatches = 2_000;
/** With fewer matches, and none by name, a correction is tried. */
const littleFound = 3;
const mostCorrectedWords = 3;

export function planSearch(reader: SqliteReader, q: string, synonyms: readonly SynonymGroup[]): SearchPlan {
  const parsed = parseSearch(q);
  const name = foldedText(q.trim());
  if (parsed.words.length === 0) return { kind: 'symbols', text: name };
  const alternatives = existing(reader, alternativesOf(parsed.words, synonyms));
  const written = matchesOf(parsed, alternatives);
  const { count, isBetter, isNamed, hasDeprecated } = countMatches(reader, {
    match: last(written.tiers),
    better: written.tiers.slice(0, -1),
    name,
    most: fewMatches + 1,
  });
  const plan: WordSearch = {
    kind: 'words',
    name,
    ...written,
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
  const corrections = findCorrections(reader, parsed);
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
  text: string;
  /** The correction that is shown. */
  shown: string;
  alternatives: Alternative[];
}

function findCorrections(reader: SqliteReader, { words }: ParsedSearch): Correction[] {
  const correctable = words.flatMap(({ text }, index) => (isCorrectable(text) ? [{ text, index }] : []));
  return correctable.slice(0, mostCorrectedWords).flatMap(({ text, index }) => {
    const isPrefix = index === words.length - 1;
    const similar = findSimilarWords(reader, text, isPrefix);
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

/** Drops alternatives that match nothing, because each costs time for every product. */
function existing(reader: SqliteReader, alternatives: Alternative[]): Alternative[] {
  const expressions = alternatives.flatMap(({ phrases }) => phrases.map(matchOfPhrase));
  const matched = findMatched(reader, [...new Set(expressions)]);
  return alternatives.filter(({ phrases }) => phrases.every((phrase) => matched.has(matchOfPhrase(phrase))));
}

function matchesOf(...of: Parameters<typeof searchTiers>): Pick<WordSearch, 'tiers' | 'apis'> {
  const tiers = searchTiers(...of);
  return { tiers: [...new Set(tiers.map(matchOfTier))], apis: matchOfApis(tiers) };
}
