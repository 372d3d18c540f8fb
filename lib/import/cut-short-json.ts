import { visit } from 'jsonc-parser';

/**
 * Whether a text is valid JSON, perhaps with comments, that ends too early. The YAML reader would accept it and
 * silently lose the missing part.
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
    // Thousands of open brackets overflowed its stack.
    isOpenAtEnd = true;
  }
  return isOpenAtEnd && !isWrongBefore;
}
