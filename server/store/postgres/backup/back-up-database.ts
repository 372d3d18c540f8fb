import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../../../files/read-regular-file.ts';
import { BackupRefused } from '../../backup/backup-files.ts';
import { runTool, splitPassword } from './run-tool.ts';
import pg from 'pg';

/**
 * Writes a consistent copy of a database into a new file with pg_dump, while portals run. The file gets its name when it
 * is completely on the disk. Returns its size in bytes.
 */
export async function backUpDatabase(databaseUrl: string, file: string): Promise<number> {
  if (existsSync(file))
    throw new BackupRefused(`${file} already exists. Choose another file, or remove it first.`);
  // pg_dump changes settings of its session, which a pooler would give to portals afterwards.
  if (await isPooled(databaseUrl))
    throw new BackupRefused(
      'pg_dump cannot work through a pooler. Make backups with the address of the server itself in DATABASE_URL.',
    );
  const { address, password } = splitPassword(databaseUrl);
  const part = `${file}.part-${process.pid}`;
  try {
    // Private from the first byte, because it has everything that the portal knows.
    closeSync(openSync(part, 'wx', 0o600));
    const args = ['--format=custom', '--no-password', `--file=${part}`, `--dbname=${address}`];
    await runTool({ name: 'pg_dump', args, password });
    syncPath(part);
    renameSync(part, file);
    syncPath(dirname(file));
  } catch (error) {
    rmSync(part, { force: true });
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(
      `${file} could not be written: ${error instanceof Error ? error.message : error}.`,
    );
  }
  return statSync(file).size;
}

/** Whether an address leads to a pooler, which tells another process id than the server. False if it leads nowhere. */
async function isPooled(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<{ processId: number }>('SELECT pg_backend_pid() AS "processId"');
    const told: unknown = Reflect.get(client, 'processID');
    return rows[0]?.processId !== told;
  } catch {
    // Whoever connects next says why.
    return false;
  } finally {
    await client.end();
  }
}
