/** A text, or a function that makes it when it is needed: it may be megabytes. */
export type Copied = string | (() => string | Promise<string>);

/** Returns whether it copied. Browsers allow the clipboard on https and localhost only. */
export async function copyText(copied: Copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(typeof copied === 'string' ? copied : await copied());
    return true;
  } catch (error) {
    // TypeError: there is no clipboard. DOMException: it is not allowed, or the text can no longer be read.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
