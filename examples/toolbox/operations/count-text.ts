import { json, operation } from '../operation.ts';
import { graphemeCount, paragraphsOf, sentenceCount, wordsOf } from '../text-counts.ts';

interface Input {
  text: string;
  wordsPerMinute: number;
  top: number;
}

const secondsPerMinute = 60;

export const countText = operation<Input>(({ text, wordsPerMinute, top }) => {
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
