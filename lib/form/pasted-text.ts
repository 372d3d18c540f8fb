export interface PastedText {
  text: string;
  /** Where typing goes on. */
  caret: number;
}

/**
 * The text of a field once something of several lines was pasted into it; undefined where the browser does it as well.
 * By itself an input joins the lines. A line break at the very end was hardly meant.
 */
export function pastedText(
  text: string,
  pasted: string,
  { selectionStart, selectionEnd }: { selectionStart: number | null; selectionEnd: number | null },
): PastedText | undefined {
  const lines = pasted.replaceAll(/\r\n?/g, '\n');
  if (!lines.trimEnd().includes('\n')) return undefined;
  const start = selectionStart ?? text.length;
  const after = text.slice(selectionEnd ?? start);
  return { text: text.slice(0, start) + lines + after, caret: start + lines.length };
}
