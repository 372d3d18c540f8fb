import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DataPlace } from '../../env.ts';
import { ExplainedError } from '../../../lib/problem/problem.ts';

/** A backup was not written or restored. Nothing has changed, and the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}

/** Backups whose names say when they were made. Only files with such a name are deleted. */
export const timedName = /^farebox-\d{4}(?:-\d\d){2}T(?:\d\d-){3}\d{3}Z\.(?:db|dump)$/;

/** In the data folder, by default. */
export const backupsFolder = 'backups';

export function nameAt(nowMs: number, { databaseUrl }: Pick<DataPlace, 'databaseUrl'>): string {
  const stamp = new Date(nowMs).toISOString().replace(/[:.]/g, '-');
  return `farebox-${stamp}.${databaseUrl === undefined ? 'db' : 'dump'}`;
}

/** The name of a backup that is being written, and of the file that SQLite writes beside it. */
const unfinished = /^(.+)\.part-\d+(?:-journal)?$/;

interface Unfinished {
  /** Whether a backup of this name is the caller's to remove. */
  isOwn(backup: string): boolean;
  /** How long ago it was last written, at least. */
  idleMs: number;
}

/** Removes backups that were being written when their process was killed. They are useless, and as large as the data. */
export function removeUnfinished(folder: string, { isOwn, idleMs }: Unfinished): void {
  for (const name of readdirSync(folder)) {
    const [, backup] = unfinished.exec(name) ?? [];
    if (backup === undefined || !isOwn(backup)) continue;
    const file = join(folder, name);
    // Another process may have finished it, or removed it, in this moment.
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs >= idleMs) rmSync(file, { force: true });
  }
}

/** The file in which a backup is being written, if it is. */
export function unfinishedOf(file: string): string | undefined {
  const [folder, name] = [dirname(file), basename(file)];
  const found = readdirSync(folder).find((one) => unfinished.exec(one)?.[1] === name);
  return found === undefined ? undefined : join(folder, found);
}

/** Of one that was made before an update. */
export const backupName = /^\d{4}(?:-\d\d){2}T(?:\d\d-){3}\d{3}Z-(.+)\.(?:db|dump)$/;

/** A backup that was made before an update. */
export interface UpdateBackup {
  file: string;
  name: string;
  /** The last migration of the data in it. */
  lastMigration: string;
}

/** The backups that were made before updates, the newest first. */
export function updateBackups(place: DataPlace): UpdateBackup[] {
  const folder = updateBackupsFolder(place);
  return namesIn(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, lastMigration] = backupName.exec(name) ?? [];
      return lastMigration === undefined ? [] : { file: join(folder, name), name, lastMigration };
    });
}

/** Where they are. */
export function updateBackupsFolder({ dataFolder }: DataPlace): string {
  return join(dataFolder, 'backups-before-update');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
