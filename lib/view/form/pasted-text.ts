export interface PastedText {
  text: string;
  /** The cursor position. */
  caret: number;
}

/**
 * The text of a field after pasting several lines, which an input would join; undefined if the browser's result is
 * right. A single trailing line break is dropped: spreadsheets and terminals add it.
 */
export function pastedText(
  text: string,
  pasted: string,
  { selectionStart, selectionEnd }: { selectionStart: number | null; selectionEnd: number | null },
): PastedText | undefined {
  const lines = pasted.replaceAll(/\r\n?/g, '\n');
  if (!hasSeveralLines(lines)) return undefined;
  const start = selectionStart ?? text.length;
  const after = text.slice(selectionEnd ?? start);
  return { text: text.slice(0, start) + lines + after, caret: start + lines.length };
}

/** Text of only white space is kept. */
function hasSeveralLines(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && (end < text.length - 1 || text.trim() === '');
}
