import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { migrationsFolder, postgresMigrationsFolder } from '../../prisma/migration-list.ts';

export const nextMigration = '20990101000000_next';
const preload = fileURLToPath(new URL('./next-version.cjs', import.meta.url));

/** For the rest of a test, all programs are of the next version, which has one migration more. */
export async function useNextVersion(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-next-'));
  for (const migrations of [migrationsFolder, postgresMigrationsFolder])
    await addMigration(migrations, join(folder, basename(migrations)), nextMigration);
  createRequire(import.meta.url)(preload);
  const options = process.env['NODE_OPTIONS'];
  process.env['FAREBOX_TEST_NEXT_VERSION'] = folder;
  process.env['NODE_OPTIONS'] = `${options ?? ''} --require ${preload}`;
  onTestFinished(async () => {
    delete process.env['FAREBOX_TEST_NEXT_VERSION'];
    process.env['NODE_OPTIONS'] = options ?? '';
    await rm(folder, { recursive: true });
  });
}

/** Copies a folder of migrations, with one more. */
export async function addMigration(
  from: string,
  to: string,
  name: string,
  script = 'CREATE TABLE "Later" ("key" INTEGER PRIMARY KEY);',
): Promise<void> {
  await cp(from, to, { recursive: true });
  await mkdir(join(to, name));
  await writeFile(join(to, name, 'migration.sql'), script);
}
