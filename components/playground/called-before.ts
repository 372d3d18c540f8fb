const key = 'farebox.called';

/** Whether a call was made in this browser: most who open a page have nothing to look back on. */
export function hasCalledBefore(): boolean {
  return inStorage((storage) => storage.getItem(key)) === 'yes';
}

export function rememberCalled(): void {
  inStorage((storage) => storage.setItem(key, 'yes'));
}

/** The person may have turned storage off. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
