import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rootFolder } from '../../root-folder.ts';
import SqliteDatabase from 'better-sqlite3';

/** Stores the version of this program in a database, so that each copy says which version it belongs to. */
export function storeProgramVersion(databaseFile: string): void {
  const [major, minor, patch] = programVersion();
  const version = major * 1_000_000 + minor * 1_000 + patch;
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  try {
    if (database.pragma('user_version', { simple: true }) !== version)
      database.pragma(`user_version = ${version}`);
  } finally {
    database.close();
  }
}

/** The version of the program that last opened a database, such as 1.2.3; undefined if it did not store one. */
export function readProgramVersion(databaseFile: string): string | undefined {
  const database = new SqliteDatabase(databaseFile, { readonly: true });
  try {
    const version = z.int().parse(database.pragma('user_version', { simple: true }));
    if (version === 0) return undefined;
    return [version / 1_000_000, (version / 1_000) % 1_000, version % 1_000].map(Math.floor).join('.');
  } finally {
    database.close();
  }
}

const versionNumbers = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()]);
const packageFile = z.object({ version: z.string() });

function programVersion(): [major: number, minor: number, patch: number] {
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')));
  return versionNumbers.parse(version.split('-', 1).join('').split('.'));
}
