/** What clients take of one result: about ten thousand tokens. */
const mostCharacters = 40_000;

export interface CutText {
  text: string;
  /** Where the rest begins; null if there is none. */
  next: number | null;
}

/** A part of a text that is too long for one result. */
export function cutText(text: string, offset: number): CutText {
  const end = offset + mostCharacters;
  if (end >= text.length) return { text: text.slice(offset), next: null };
  // Not within a character of two halves.
  const next = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
  return { text: text.slice(offset, next), next };
}
