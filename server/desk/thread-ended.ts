/** A thread was ended, or ended itself. The message continues "it is no document that can be imported: ". */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** By its name: in development the pages have another class than the server, which makes the threads. */
export function isThreadEnded(error: unknown): error is ThreadEnded {
  return error instanceof Error && error.name === 'ThreadEnded';
}
