import { matchedParts } from '../../lib/view/matched-parts.ts';

/** A text with the search terms marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  return matchedParts(text, q).map((part, index) =>
    part.matches ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
