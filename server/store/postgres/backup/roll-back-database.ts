import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupRefused, removeUnfinished } from '../../backup/backup-files.ts';
import { databaseUnreachable } from '../database-unreachable.ts';
import { backUpDatabase } from './back-up-database.ts';
import { portalRuns, restoreDatabase, stopPortalsFirst } from './restore-database.ts';
import pg from 'pg';

/** The backups of present data that a rollback makes. */
const asideName = /^before-rollback-\d{4}-[\dTZ-]+\.dump$/;

/**
 * Replaces the data of a database by the backup from before an update. The ledger is not checked: the tables are those of
 * the version before. The present data is written into a new file of `folder` first. Returns the path of that file.
 */
export async function rollBackDatabase(
  databaseUrl: string,
  { file, folder, nowMs }: { file: string; folder: string; nowMs: number },
): Promise<string> {
  // What a portal writes after the backup of the present data would be lost.
  await refuseWhilePortalsRun(databaseUrl);
  const aside = join(folder, `before-rollback-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}.dump`);
  // A rollback that was killed left its backup unfinished.
  removeUnfinished(folder, { isOwn: (name) => asideName.test(name), idleMs: 0 });
  await backUpDatabase(databaseUrl, aside);
  try {
    await restoreDatabase(databaseUrl, file, { checksLedger: false });
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  return aside;
}

async function refuseWhilePortalsRun(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    // An empty database has no portal.
    const found = await client.query(`SELECT 1 WHERE to_regclass('"Instance"') IS NOT NULL`);
    if (found.rowCount === 0) return;
    const { rows } = await client.query<{ runs: boolean }>(`SELECT ${portalRuns} AS runs`);
    if (rows[0]?.runs === true) throw new BackupRefused(`${stopPortalsFirst}.`);
  } catch (error) {
    throw databaseUnreachable(connectionString, error) ?? error;
  } finally {
    await client.end();
  }
}
