import { ExplainedError } from '../../../lib/problem/problem.ts';

/** A database cannot be used. The message says why and how to fix it. */
class DatabaseUnusable extends ExplainedError {
  override name = 'DatabaseUnusable';
}

/** Matches SQLite's codes and messages, because other layers pass on either. */
const reasons: [RegExp, string][] = [
  [
    /SQLITE_(CORRUPT|NOTADB)|database disk image is malformed|malformed database schema|file is not a database/,
    'is damaged. Restore a backup with: npm run farebox -- restore FILE',
  ],
  [
    /SQLITE_READONLY|readonly database/,
    'cannot be written. Let this user write the file, those beside it that end in -wal and -shm, and their folder',
  ],
  [
    /SQLITE_(CANTOPEN|PERM)|unable to open database file/,
    'cannot be opened. It must be a file that this user may read and write',
  ],
  [/SQLITE_(BUSY|LOCKED)|database is locked/, 'is locked by another process. End that process first'],
  [/SQLITE_FULL|disk is full/, 'cannot be written: the disk is full'],
  [/SQLITE_IOERR|disk I\/O error/, 'cannot be read or written: the disk fails'],
];

/** A readable error if SQLite cannot use a database; otherwise undefined. */
export function databaseUnusable(databaseFile: string, error: unknown): DatabaseUnusable | undefined {
  if (error instanceof DatabaseUnusable) return error;
  if (!(error instanceof Error)) return undefined;
  const said = `${'code' in error ? String(error.code) : ''} ${error.message}`;
  const reason = reasons.find(([pattern]) => pattern.test(said))?.[1];
  if (reason === undefined) return undefined;
  return new DatabaseUnusable(`The database ${databaseFile} ${reason}. (${lastLine(error.message)})`, {
    cause: error,
  });
}

/** Whether the file is damaged, so that nothing in it can be trusted. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/** Prisma puts the query before the message of the database. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1) ?? '';
}

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
