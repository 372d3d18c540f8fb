export interface TextPiece {
  text: string;
  /** The number of the line that it begins with; null where it goes on with the one before. */
  line: number | null;
}

/** A line that is longer is cut into pieces: a browser takes seconds to lay out one of a megabyte. */
const longestPiece = 4_000;

/** The lines of a text, up to so many characters and pieces of it, and how many characters those were. */
export function textPieces(
  text: string,
  mostCharacters: number,
  mostPieces: number,
): { pieces: TextPiece[]; shown: number } {
  const pieces: TextPiece[] = [];
  let line = 1;
  let position = 0;
  const limit = Math.min(text.length, mostCharacters);
  while (position < limit && pieces.length < mostPieces) {
    const newline = text.indexOf('\n', position);
    const end = newline === -1 ? text.length : newline;
    let number: number | null = line;
    do {
      const cut = pieceEnd(text, position, Math.min(end, limit));
      pieces.push({ text: text.slice(position, cut), line: number });
      number = null;
      position = cut;
    } while (position < end && position < limit && pieces.length < mostPieces);
    if (position === end) position += 1;
    line += 1;
  }
  return { pieces, shown: Math.min(position, text.length) };
}

/** Not between the two halves of a character. */
function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= longestPiece && end === text.length) return end;
  const cut = Math.min(end, start + longestPiece);
  const code = text.charCodeAt(cut - 1);
  return code >= 0xd800 && code < 0xdc00 && cut < text.length ? cut + 1 : cut;
}
