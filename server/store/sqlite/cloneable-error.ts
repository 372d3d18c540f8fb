/**
 * An error of better-sqlite3 arrives on another thread as an object without its message: it is not made by the
 * constructor of Error. This is one that keeps it.
 */
export function cloneableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error ? { code: String(error.code) } : {};
  return Object.assign(new Error(error.message, { cause: error.stack }), code);
}

/** Runs what ends a thread where it fails: the error arrives with its message at whoever started the thread. */
export function orCloneableError(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw cloneableError(error);
  }
}
