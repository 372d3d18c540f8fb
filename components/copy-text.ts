/** Whether it was copied: browsers give the clipboard to pages of https and of this machine alone. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // TypeError: there is no clipboard; a DOMException: it is not allowed.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
