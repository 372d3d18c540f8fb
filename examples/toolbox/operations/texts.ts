import { FILE_HEADERS_ONLY, diffLines, diffWords, formatPatch, structuredPatch } from 'diff';
import { createHash, createHmac } from 'node:crypto';
import { syllable } from 'syllable';
import { json, type Operation, operation, Refusal } from '../operation.ts';

interface CountTextInput {
  text: string;
  wordsPerMinute: number;
  top: number;
}

const secondsPerMinute = 60;

export const countText = operation<CountTextInput>(({ text, wordsPerMinute, top }) => {
  const words = wordsOf(text);
  const frequency = new Map<string, number>();
  for (const word of words) {
    const folded = word.toLowerCase();
    frequency.set(folded, (frequency.get(folded) ?? 0) + 1);
  }
  const ranked = [...frequency].sort(
    ([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1),
  );
  return json({
    characters: graphemeCount(text),
    words: words.length,
    distinctWords: frequency.size,
    sentences: sentenceCount(text),
    paragraphs: paragraphsOf(text).length,
    bytes: Buffer.byteLength(text),
    readingSeconds: Math.ceil((words.length / wordsPerMinute) * secondsPerMinute),
    frequent: ranked.slice(0, top).map(([word, count]) => ({ word, count })),
  });
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordBreaks = new Intl.Segmenter('en', { granularity: 'word' });
const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The words of a text by Unicode's rules (UAX 29), without spaces and punctuation. */
function wordsOf(text: string): string[] {
  return piecesOf(text).flatMap((piece) =>
    [...wordBreaks.segment(piece)].filter((part) => part.isWordLike).map((part) => part.segment),
  );
}

function sentenceCount(text: string): number {
  let count = 0;
  for (const paragraph of paragraphsOf(text)) {
    for (const { segment } of sentenceBreaks.segment(paragraph)) if (segment.trim() !== '') count += 1;
  }
  return count;
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

function graphemeCount(text: string): number {
  return piecesOf(text).reduce((sum, piece) => sum + [...graphemes.segment(piece)].length, 0);
}

/**
 * V8 copies the whole input into every segment, so memory grows with the square of a text. Pieces end before white
 * space if possible.
 */
function piecesOf(text: string): string[] {
  return text.replaceAll('\r\n', '\n').match(/[^]{1,500}(?=\s|$)|[^]{1,500}/gu) ?? [];
}

interface ScoreReadabilityInput {
  text: string;
}

const longWordSyllables = 3;

/** The classic formulas for English, as published. */
export const scoreReadability = operation<ScoreReadabilityInput>(({ text }) => {
  const words = wordsOf(text);
  const sentences = sentenceCount(text);
  if (words.length === 0) throw new Refusal('The text has no words to score.');
  const syllables = words.map((word) => syllable(word));
  const total = syllables.reduce((sum, count) => sum + count, 0);
  const long = syllables.filter((count) => count >= longWordSyllables).length;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const perSentence = words.length / sentences;
  const perWord = total / words.length;
  const scores = {
    fleschReadingEase: 206.835 - 1.015 * perSentence - 84.6 * perWord,
    fleschKincaidGrade: 0.39 * perSentence + 11.8 * perWord - 15.59,
    gunningFog: 0.4 * (perSentence + 100 * (long / words.length)),
    smog: 1.043 * Math.sqrt(long * (30 / sentences)) + 3.1291,
    colemanLiau: 5.88 * (letters / words.length) - 29.6 * (sentences / words.length) - 15.8,
    automatedReadability: 4.71 * (letters / words.length) + 0.5 * perSentence - 21.43,
  };
  const rounded = Object.entries(scores).map(([name, score]): [string, number] => [
    name,
    Number(score.toFixed(2)),
  ]);
  return json({ words: words.length, sentences, syllables: total, scores: Object.fromEntries(rounded) });
});

interface ExtractKeywordsInput {
  text: string;
  maximum: number;
}

export async function extractKeywords(): Promise<Operation> {
  const [{ toString: plainText }, { retext }, { default: retextKeywords }, { default: retextPos }] =
    await Promise.all([
      import('nlcst-to-string'),
      import('retext'),
      import('retext-keywords'),
      import('retext-pos'),
    ]);
  return operation<ExtractKeywordsInput>(({ text, maximum }) => {
    const { data } = retext().use(retextPos).use(retextKeywords, { maximum }).processSync(text);
    const keywords = (data.keywords ?? []).map(({ matches, score }) => ({
      keyword: matches[0] ? plainText(matches[0].node) : '',
      count: matches.length,
      score: Number(score.toFixed(4)),
    }));
    const phrases = (data.keyphrases ?? []).map(({ matches, score }) => ({
      phrase: plainText(matches[0]?.nodes ?? []),
      count: matches.length,
      score: Number(score.toFixed(4)),
    }));
    return json({ keywords: keywords.slice(0, maximum), phrases: phrases.slice(0, maximum) });
  });
}

interface DetectLanguageInput {
  text: string;
  candidates?: string[];
  top: number;
}

const names = new Intl.DisplayNames('en', { type: 'language' });

export async function detectLanguage(): Promise<Operation> {
  const { detectAll } = await import('tinyld');
  return operation<DetectLanguageInput>(({ text, candidates, top }) => {
    const found = detectAll(text, candidates ? { only: candidates } : {});
    const languages = found.slice(0, top).map(({ lang, accuracy }) => ({
      language: lang,
      name: names.of(lang) ?? lang,
      accuracy: Number(accuracy.toFixed(4)),
    }));
    return json({ language: languages[0]?.language ?? null, languages });
  });
}

interface DiffTextsInput {
  before: string;
  after: string;
  unit: 'lines' | 'words';
  context: number;
}

/** For each of two comparisons, within the limit of two seconds. */
const timeout = 900;

export const diffTexts = operation<DiffTextsInput>(({ before, after, unit, context }) => {
  const changes =
    unit === 'words' ? diffWords(before, after, { timeout }) : diffLines(before, after, { timeout });
  const patch = structuredPatch('before', 'after', before, after, '', '', { context, timeout });
  if (!changes || !patch)
    throw new Refusal('The texts differ in too many places to compare; send shorter ones.');
  const total = (kind: 'added' | 'removed') =>
    changes.reduce((sum, change) => sum + (change[kind] ? change.count : 0), 0);
  return json({
    added: total('added'),
    removed: total('removed'),
    changes: changes.map(({ added, removed, value }) => ({ kind: kindOf(added, removed), text: value })),
    patch: patch.hunks.length === 0 ? '' : formatPatch(patch, FILE_HEADERS_ONLY),
  });
});

function kindOf(added: boolean, removed: boolean): 'added' | 'removed' | 'same' {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

interface HashTextInput {
  text: string;
  algorithms: string[];
  encoding: 'hex' | 'base64' | 'base64url';
  'Hmac-Key'?: string;
}

export const hashText = operation<HashTextInput>(({ text, algorithms, encoding, ...headers }) => {
  const key = headers['Hmac-Key'];
  const hashes = algorithms.map((algorithm) => {
    const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
    return { algorithm, digest: hash.update(text, 'utf8').digest(encoding) };
  });
  return json({ bytes: Buffer.byteLength(text), keyed: key !== undefined, hashes });
});
