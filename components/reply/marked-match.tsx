import { matchInText } from '../../lib/view/reply/match-in-text.ts';

/** A text with the first match of a search marked. */
export function MarkedMatch({ text, words }: { text: string; words: string }) {
  const match = matchInText(text, words);
  if (match === undefined) return text;
  return (
    <>
      {text.slice(0, match.from)}
      <mark className="rounded-xs bg-accent text-accent-ink">{text.slice(match.from, match.to)}</mark>
      {text.slice(match.to)}
    </>
  );
}
