import type { JsonDocument } from './json-document.ts';

const nodesAtATime = 4_000;

/** The nodes whose key or value contains the text, in any case. A generator, so that it can stop. */
export function* searchJson(document: JsonDocument, words: string): Generator<undefined, number[]> {
  const wanted = words.toLowerCase();
  const found: number[] = [];
  for (let node = 0; node < document.size; node += 1) {
    if (matches(document, node, wanted)) found.push(node);
    if (node % nodesAtATime === nodesAtATime - 1) yield;
  }
  return found;
}

function matches(document: JsonDocument, node: number, wanted: string): boolean {
  if (document.key(node)?.toLowerCase().includes(wanted)) return true;
  return !document.isContainer(node) && document.scalar(node).toLowerCase().includes(wanted);
}

interface TextMatch {
  from: number;
  to: number;
}

/** The first match of the search in the text, in any case. */
export function matchInText(text: string, words: string): TextMatch | undefined {
  const wanted = words.toLowerCase();
  const lower = text.toLowerCase();
  const at = wanted === '' ? -1 : lower.indexOf(wanted);
  if (at === -1) return undefined;
  const to = at + wanted.length;
  return lower.length === text.length ? { from: at, to } : matchInLonger(text, at, to);
}

/** Some letters have two code units in lower case, such as İ. */
function matchInLonger(text: string, at: number, to: number): TextMatch {
  const match = { from: 0, to: text.length };
  let [place, lowerPlace] = [0, 0];
  for (const letter of text) {
    if (lowerPlace <= at) match.from = place;
    if (lowerPlace >= to) {
      match.to = place;
      break;
    }
    place += letter.length;
    lowerPlace += letter.toLowerCase().length;
  }
  return match;
}

/** The index of a number in a sorted list, by binary search; -1 if it is not in it. */
export function binarySearch(ascending: readonly number[], wanted: number): number {
  let from = 0;
  let to = ascending.length - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === wanted) return middle;
    if (found < wanted) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

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
