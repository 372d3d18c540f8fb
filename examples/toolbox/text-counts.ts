const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordBreaks = new Intl.Segmenter('en', { granularity: 'word' });
const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The words of a text by Unicode's rules (UAX 29), without spaces and punctuation. */
export function wordsOf(text: string): string[] {
  return piecesOf(text).flatMap((piece) =>
    [...wordBreaks.segment(piece)].filter((part) => part.isWordLike).map((part) => part.segment),
  );
}

export function sentenceCount(text: string): number {
  let count = 0;
  for (const paragraph of paragraphsOf(text)) {
    for (const { segment } of sentenceBreaks.segment(paragraph)) if (segment.trim() !== '') count += 1;
  }
  return count;
}

export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

export function graphemeCount(text: string): number {
  return piecesOf(text).reduce((sum, piece) => sum + [...graphemes.segment(piece)].length, 0);
}

/**
 * V8 copies the whole input into every segment, so memory grows with the square of a text. Pieces end before white
 * space if possible.
 */
function piecesOf(text: string): string[] {
  return text.replaceAll('\r\n', '\n').match(/[^]{1,500}(?=\s|$)|[^]{1,500}/gu) ?? [];
}
