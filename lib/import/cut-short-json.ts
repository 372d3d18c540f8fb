import { visit } from 'jsonc-parser';

/**
 * Whether a text is the beginning of a JSON value, comments allowed, and ends before that value does: nothing is wrong
 * with it before its end. YAML's reader would take it, and whatever stood behind the cut would be missing in silence.
 */
export function isCutShortJson(text: string): boolean {
  if (!/^\s*[{/]/.test(text)) return false;
  const end = text.trimEnd().length;
  let isOpenAtEnd = false;
  let isWrongBefore = false;
  const onError = (_code: number, offset: number, length: number) => {
    if (offset + length < end) isWrongBefore = true;
    if (offset === text.length) isOpenAtEnd = true;
  };
  try {
    visit(text, { onError }, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Its stack overflowed: thousands of brackets are open.
    isOpenAtEnd = true;
  }
  return isOpenAtEnd && !isWrongBefore;
}
