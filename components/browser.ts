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

/** The browser has started to save the file long before. */
const keptMs = 60_000;

/** Saves a blob as a file. Never opens it, because it would be a page of this origin. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

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

/** Nothing that the page has stays, nor an input that its address brought along. */
export function loadAnew(): void {
  const { pathname, search, hash } = window.location;
  if (hash.startsWith('#input=')) window.history.replaceState(null, '', pathname + search);
  window.location.reload();
}

const startedAnewKey = 'farebox-started-anew';
/** A page that loads later than that was opened by the person. */
const longestLoadMs = 30_000;

/** A request was refused because another person or key is signed in: the page that loads now says so. */
export function noteStartedAnew(): void {
  withStorage('sessionStorage', (storage) => storage.setItem(startedAnewKey, String(Date.now())));
}

export function hasStartedAnew(): boolean {
  const at = Number(withStorage('sessionStorage', (storage) => storage.getItem(startedAnewKey)) ?? 0);
  return Math.abs(performance.timeOrigin - at) < longestLoadMs;
}
