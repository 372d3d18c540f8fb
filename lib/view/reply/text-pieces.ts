export interface TextPiece {
  text: string;
  /** The line number; null for a continuation of the previous piece. */
  line: number | null;
}

/** A longer line is split: browsers take seconds to lay out a line of a megabyte. */
const longestPiece = 4_000;

/** Lines of a text up to a limit of characters and pieces, and the number of characters used. */
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

/** Never splits a surrogate pair. */
function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= longestPiece && end === text.length) return end;
  const cut = Math.min(end, start + longestPiece);
  const code = text.charCodeAt(cut - 1);
  return code >= 0xd800 && code < 0xdc00 && cut < text.length ? cut + 1 : cut;
}
