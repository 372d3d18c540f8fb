import { syllable } from 'syllable';
import { json, operation, Refusal } from '../operation.ts';
import { sentenceCount, wordsOf } from '../text-counts.ts';

interface Input {
  text: string;
}

const longWordSyllables = 3;

/** The classic formulas for English, as published. */
export const scoreReadability = operation<Input>(({ text }) => {
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
