import { ExplainedError } from '../../../lib/problem/explained-error.ts';

/** A database cannot be used. The message says why, and what a person can do. */
export class DatabaseUnusable extends ExplainedError {
  override name = 'DatabaseUnusable';
}

/** By what SQLite says, whichever layer passes it on: as a code, or as the words for it. */
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

/** The error as one for people, where SQLite says that a database cannot be used; else undefined. */
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

/** Whether what SQLite read is not what it wrote: nothing it says from then on can be relied on. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/** Prisma puts the query before what the database said. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1) ?? '';
}
