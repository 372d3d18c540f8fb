import { ExplainedError } from '../../lib/problem/explained-error.ts';
import { type UpdateBackup, updateBackups } from './back-up-before-update.ts';
import type { DataPlace } from './data-place.ts';
import { replaceDatabase } from './sqlite/backup/replace-database.ts';
import { readProgramVersion } from './sqlite/program-version.ts';

/** Nothing was rolled back. The message says why, and what to do instead. */
export class RollbackRefused extends ExplainedError {
  override name = 'RollbackRefused';
}

export interface Rollback extends UpdateBackup {
  /** The version of the program that the data belongs to, if it is known. */
  version: string | undefined;
  /** The name of the data until now, which is kept. */
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
      `${place.dataFolder} has no backup from before an update. Restore another backup with: npm run farebox -- restore FILE`,
    );
  const backup = name === undefined ? backups[0] : backups.find((one) => one.name === name);
  if (!backup)
    throw new RollbackRefused(`There is no backup ${name} from before an update. There are:${names}`);
  if (place.databaseUrl !== undefined)
    throw new RollbackRefused(
      `With DATABASE_URL, stop all portals, install the version that you ran before the update, and run with it: npm run farebox -- restore ${backup.file}`,
    );
  const aside = await replaceDatabase(place.dataFolder, backup.file, Date.now(), () => {});
  return { ...backup, version: readProgramVersion(backup.file), aside };
}
