const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordBreaks = new Intl.Segmenter('en', { granularity: 'word' });
const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The words of a text by Unicode's rules (UAX 29), without spaces and punctuation. */
export function wordsOf(text: string): string[] {
  return [...wordBreaks.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment);
}

export function sentencesOf(text: string): string[] {
  return [...sentenceBreaks.segment(text)].map((part) => part.segment.trim()).filter(Boolean);
}

export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

export function graphemeCount(text: string): number {
  return [...graphemes.segment(text)].length;
}
