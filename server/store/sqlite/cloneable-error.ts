/** A copy of a better-sqlite3 error. Its own message would be lost on the way to another thread. */
export function cloneableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error ? { code: String(error.code) } : {};
  return Object.assign(new Error(error.message, { cause: error.stack }), code);
}

/** Runs the main function of a thread, so that its errors reach the parent with their message. */
export function orCloneableError(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw cloneableError(error);
  }
}
