/** What is copied, or how it is made when it is asked for: it may be megabytes. */
export type Copied = string | (() => string | Promise<string>);

/** Whether it was copied: browsers give the clipboard to pages of https and of this machine alone. */
export async function copyText(copied: Copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(typeof copied === 'string' ? copied : await copied());
    return true;
  } catch (error) {
    // TypeError: there is no clipboard; a DOMException: it is not allowed, or the text cannot be read any more.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
