export interface PastedText {
  text: string;
  /** Where typing goes on. */
  caret: number;
}

/**
 * The text of a field after several lines were pasted into it; undefined where the browser does it as well. By itself
 * an input joins the lines. One line break after text is not a line: spreadsheets and terminals add it.
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

/** Text of nothing but white space is meant as it is. */
function hasSeveralLines(text: string): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && (end < text.length - 1 || text.trim() === '');
}
