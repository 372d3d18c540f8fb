import { ExplainedError } from '../../../lib/problem/problem.ts';
import { type DataPlace, ensureDataFolder } from '../../env.ts';
import { restoreDatabase } from '../postgres/backup/restore-database.ts';
import { rollBackDatabase } from '../postgres/backup/roll-back-database.ts';
import { replaceDatabase, restore } from '../sqlite/backup/replace-database.ts';
import { readProgramVersion } from '../sqlite/program-version.ts';
import { type UpdateBackup, updateBackups, updateBackupsFolder } from './backup-files.ts';

/** Nothing was rolled back. The message says why, and what to do instead. */
export class RollbackRefused extends ExplainedError {
  override name = 'RollbackRefused';
}

export interface Rollback extends UpdateBackup {
  /** The version of the program that the data belongs to, if it is known. */
  version: string | undefined;
  /** Where the data until now is kept: a name beside the database, or the path of a backup. */
  aside: string | null;
}

/**
 * Replaces the data of a folder by the backup from before an update: the newest, or the one with a name. It is not
 * migrated, and its ledger not checked: this version of the program may be the reason to go back.
 */
export async function rollBackData(place: DataPlace, name?: string): Promise<Rollback> {
  const backups = updateBackups(place);
  const names = backups.map((backup) => `\n  ${backup.name}`).join('');
  if (backups.length === 0)
    throw new RollbackRefused(
      `${place.dataFolder} has no backup from before an update${place.databaseUrl === undefined ? '' : '. It is in FAREBOX_DATA of the portal that updated the database'}. Restore another backup with: npm run farebox -- restore FILE`,
    );
  const backup = name === undefined ? backups[0] : backups.find((one) => one.name === name);
  if (!backup)
    throw new RollbackRefused(`There is no backup ${name} from before an update. There are:${names}`);
  const { dataFolder, databaseUrl } = place;
  if (databaseUrl !== undefined) {
    const from = { file: backup.file, folder: updateBackupsFolder(place), nowMs: Date.now() };
    return { ...backup, version: undefined, aside: await rollBackDatabase(databaseUrl, from) };
  }
  const aside = await replaceDatabase(dataFolder, backup.file, Date.now(), () => {});
  return { ...backup, version: readProgramVersion(backup.file), aside };
}

/** Replaces the data of a portal, which is stopped, by a backup. Returns the name of the old data, if it is kept. */
export async function restoreData(
  { dataFolder, databaseUrl }: DataPlace,
  file: string,
): Promise<string | null> {
  if (databaseUrl !== undefined) {
    await restoreDatabase(databaseUrl, file);
    return null;
  }
  ensureDataFolder(dataFolder);
  return restore(dataFolder, file, Date.now());
}
