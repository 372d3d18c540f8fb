/** Clients take 25,000 tokens in one result. No text has more tokens than bytes, and some have nearly as many. */
const mostBytes = 24_000;

const encoder = new TextEncoder();

export interface CutText {
  text: string;
  /** Where the rest begins; null if there is none. */
  next: number | null;
}

/** A part of a text that is too long for one result. */
export function cutText(text: string, offset: number): CutText {
  // It never reads half of a surrogate pair.
  const { read } = encoder.encodeInto(text.slice(offset, offset + mostBytes), new Uint8Array(mostBytes));
  const next = offset + read;
  return { text: text.slice(offset, next), next: next >= text.length ? null : next };
}
