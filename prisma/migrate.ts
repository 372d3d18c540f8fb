import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { databaseUnusable } from '../server/store/sqlite/database-unusable.ts';
import {
  type AppliedRow,
  appliedRow,
  type BeforeUpdate,
  failedMigration,
  refuseWhatCannotBeMigrated,
} from './applied-migrations.ts';
import { migrationList, migrationsFolder, readMigrations } from './migration-list.ts';

/**
 * Migrates a database file and returns the names of the applied migrations. If there are none, which is usual, a start
 * runs one small query; Prisma's engine is loaded only to apply one.
 */
export async function migrate(
  databaseFile: string,
  folder = migrationsFolder,
  beforeUpdate?: BeforeUpdate,
): Promise<string[]> {
  await mkdir(dirname(databaseFile), { recursive: true });
  const migrations = await readMigrations(folder);
  const applied = readApplied(databaseFile);
  refuseWhatCannotBeMigrated(migrations, applied);
  if (migrations.length === applied.length) return [];
  const last = applied.at(-1);
  if (last) await beforeUpdate?.(last.name);

  const { withSchemaEngine } = await import('./schema-engine.ts');
  try {
    return await withSchemaEngine(databaseFile, async (engine) => {
      const filters = { externalTables: [], externalEnums: [] };
      const done = await engine.applyMigrations({
        migrationsList: migrationList(migrations, folder),
        filters,
      });
      return done.appliedMigrationNames;
    });
  } catch (cause) {
    const failed = readApplied(databaseFile).find((row) => row.finished === 0);
    throw failed ? failedMigration(failed) : cause;
  }
}

/** The rows of Prisma's own table. Refuses a read-only file before anything is served from it. */
function readApplied(databaseFile: string): AppliedRow[] {
  try {
    return readAppliedRows(databaseFile);
  } catch (error) {
    throw databaseUnusable(databaseFile, error) ?? error;
  }
}

/** Opened like the writer's connection, so that a new file has WAL mode and private permissions from the start. */
function readAppliedRows(databaseFile: string): AppliedRow[] {
  if (!existsSync(databaseFile)) closeSync(openSync(databaseFile, 'a', 0o600));
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  try {
    // Only affects new files: deleted pages can be returned to the file system.
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    // Rolls back a write. A transaction alone does not fail for a read-only file.
    database.exec('BEGIN IMMEDIATE; PRAGMA user_version = 1; ROLLBACK');
    const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'").get();
    if (exists === undefined) return [];
    return z.array(appliedRow).parse(
      database
        .prepare(
          `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
             FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
        )
        .all(),
    );
  } finally {
    database.close();
  }
}
