import pg from 'pg';
import { z } from 'zod';
import {
  type AppliedRow,
  appliedRow,
  failedMigration,
  refuseWhatCannotBeMigrated,
} from './applied-migrations.ts';
import { migrationList, postgresMigrationsFolder, readMigrations } from './migration-list.ts';

/** Any number that nothing else locks: who migrates holds it, and the others wait. */
const migrationLock = 7_201_402;

/**
 * Migrates a PostgreSQL database and returns the names of the applied migrations. Of several processes one migrates,
 * and the others wait for it.
 */
export async function migratePostgres(
  connectionString: string,
  folder = postgresMigrationsFolder,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const applied = await readApplied(client);
    refuseWhatCannotBeMigrated(migrations, applied);
    if (migrations.length === applied.length) return [];

    const { postgresAddress, withSchemaEngine } = await import('./schema-engine.ts');
    try {
      return await withSchemaEngine(postgresAddress(connectionString), async (engine) => {
        const filters = { externalTables: [], externalEnums: [] };
        const migrationsList = migrationList(migrations, folder, 'postgresql');
        return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames;
      });
    } catch (cause) {
      const failed = (await readApplied(client)).find((row) => row.finished === 0);
      throw failed ? failedMigration(failed) : cause;
    }
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const found = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`,
  );
  if (found.rows[0]?.exists !== true) return [];
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, (finished_at IS NOT NULL)::int AS finished, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return z.array(appliedRow).parse(rows);
}
