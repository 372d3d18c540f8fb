/** Another transaction was in the way: the same one may succeed a moment later. */
const conflicts = new Set(['40001', '40P01', '55P03']);

/**
 * Classes of errors for which the database, and not the statement, is the cause: connections (08), resources such as
 * the disk and connections (53), an operator who stops it (57P), and failures of its system (58).
 */
const causes = /^(?:08|53|57P|58)/;

/** What Node says of a connection that cannot be made, or that ends. */
const networkCodes = /^(?:ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|ENOENT$)/;

/** What `pg` says of it without a code. */
const networkWords = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/** Whether the database was not reached, or went away: what was sent may or may not be committed. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return causes.test(code) || networkCodes.test(code);
  return error instanceof Error && networkWords.test(error.message);
}

/** The SQLSTATE of PostgreSQL, or the code of a network error; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
