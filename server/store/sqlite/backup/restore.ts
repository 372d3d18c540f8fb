import { migrate } from '../../../../prisma/migrate.ts';
import { BackupRefused } from '../../backup/backup-files.ts';
import { checkLedger } from '../check/check-ledger.ts';
import { hasLedger } from '../ledger/has-ledger.ts';
import { replaceDatabase } from './replace-database.ts';

/**
 * Replaces the database of a data folder by a backup that is complete and has a valid ledger, and brings it up to date.
 * Returns the new name of the old database.
 */
export function restore(dataFolder: string, file: string, nowMs: number): Promise<string | null> {
  return replaceDatabase(dataFolder, file, nowMs, async (candidate) => {
    await migrate(candidate);
    const [first, ...more] = hasLedger(candidate) ? checkLedger(candidate) : [];
    if (first !== undefined)
      throw new BackupRefused(
        `${file} cannot be restored: its ledger is inconsistent. ${[first, ...more].join('\n')}`,
      );
  });
}
