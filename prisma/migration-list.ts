import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm';

export interface Migration {
  name: string;
  script: string;
  /** SHA-256 of the script, as in Prisma's table. */
  checksum: string;
}

/** The same path works from this folder and from the build. */
export const migrationsFolder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
export const postgresMigrationsFolder = fileURLToPath(
  new URL('../prisma/postgres-migrations', import.meta.url),
);

/** What stands beside the migrations of PostgreSQL (prisma/functions/README.md). */
export const functionsFolder = fileURLToPath(new URL('../prisma/functions', import.meta.url));

/** The migrations of a folder in Prisma's layout, in order. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

/** The same in the form of the schema engine. */
export function migrationList(migrations: Migration[], folder: string): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}
