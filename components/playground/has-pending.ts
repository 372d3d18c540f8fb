/** Where a call is remembered that this tab waits for. */
export function pendingKey(slug: string): string {
  return `farebox.pending.${slug}`;
}

/** Whether there is such a call. What reads it is loaded only then. */
export function hasPending(slug: string): boolean {
  try {
    return sessionStorage.getItem(pendingKey(slug)) !== null;
  } catch (error) {
    // The person may have turned storage off.
    if (error instanceof DOMException) return false;
    throw error;
  }
}
