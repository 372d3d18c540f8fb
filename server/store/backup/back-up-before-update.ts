import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationRefused } from '../../../prisma/applied-migrations.ts';
import { makeFolder } from '../../files/read-regular-file.ts';
import { log } from '../../log.ts';
import { tellPerson } from '../../portal/printed-lines.ts';
import { backUpData } from './make-backup.ts';
import {
  BackupRefused,
  backupName,
  removeUnfinished,
  updateBackups,
  updateBackupsFolder,
} from './backup-files.ts';
import type { DataPlace } from '../../env.ts';

/** Older ones are deleted. Each is as large as the data. */
const mostKept = 3;

/**
 * Makes a backup of data that is about to be migrated, and keeps the last three. Refuses the update without one, unless a
 * setting says to go on.
 */
export async function backUpBeforeUpdate(place: DataPlace, lastMigration: string): Promise<void> {
  if (place.updateBackup === false) return tellNoneIsMade();
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const ending = place.databaseUrl === undefined ? 'db' : 'dump';
  const file = join(updateBackupsFolder(place), `${stamp}-${lastMigration}.${ending}`);
  tellPerson(
    `Before the data is updated, Farebox makes a backup of it. This takes minutes if there is much.\n`,
    'stderr',
  );
  try {
    makeFolder(updateBackupsFolder(place), 0o700);
    // No other process writes one now, because only one at a time may update.
    removeUnfinished(updateBackupsFolder(place), { isOwn: (name) => backupName.test(name), idleMs: 0 });
    await backUpData(place, file);
  } catch (error) {
    if (!(error instanceof BackupRefused || isOfFiles(error))) throw error;
    const why = error.message.replace(/\.$/, '');
    throw new MigrationRefused(
      `The database was not updated, because no backup could be made: ${why}. To update without a backup, set FAREBOX_UPDATE_BACKUP=off for one start.`,
      { cause: error },
    );
  }
  for (const { file: older } of updateBackups(place).slice(mostKept)) rmSync(older, { force: true });
  tellPerson(`A backup of the data before the update is ${file}.\n`, 'stderr');
}

function tellNoneIsMade(): void {
  log('info', 'no-backup-before-update', {});
  tellPerson('The database is updated without a backup, because FAREBOX_UPDATE_BACKUP is off.\n', 'stderr');
}

function isOfFiles(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
