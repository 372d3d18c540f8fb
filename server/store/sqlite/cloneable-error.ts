/**
 * A copy of a better-sqlite3 error that keeps its message on another thread. The original would lose it, because Error
 * does not construct it.
 */
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
