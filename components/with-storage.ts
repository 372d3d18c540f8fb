/** Uses a storage of the browser; undefined if it is full or turned off. */
export function withStorage<Result>(
  kind: 'localStorage' | 'sessionStorage',
  work: (storage: Storage) => Result,
): Result | undefined {
  try {
    return work(window[kind]);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
