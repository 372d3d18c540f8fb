/** A text in which the first place that was searched for is marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (at === -1) return text;
  const end = at + words.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-accent text-accent-ink">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
