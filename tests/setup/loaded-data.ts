import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { migratePostgres } from '../../prisma/migrate-postgres.ts';
import { applyCatalogue } from './apply-fixtures.ts';
import { keepDatabaseUrl } from './data-place.ts';
import { startPostgres, unsynced } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database file with every migration applied and no rows; `makeDatabase` copies it. */
    emptyDatabase: string;
  }
}

/**
 * Before the server suite: an empty database; and beside it, for what `npm test` leaves out, a PostgreSQL and the
 * shipped catalogue, in a data folder or in the database `loaded`, which `startPortal` copies. Migrating takes a second
 * of a processor and loading another; the suite needs hundreds of databases.
 */
export default async function loadData(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'farebox-loaded-'));
  const emptyDatabase = join(root, 'empty.db');
  await migrate(emptyDatabase);
  project.provide('emptyDatabase', emptyDatabase);
  const postgres = project.name === 'server' ? undefined : await startPostgres(unsynced);
  if (postgres) {
    await migratePostgres(await postgres.makeDatabase('empty'));
    process.env['FAREBOX_TEST_POSTGRES'] = postgres.url('postgres');
    const isOnPostgres = project.config.env['FAREBOX_TEST_ENGINE'] === 'postgresql';
    const folder = join(root, 'data');
    await mkdir(folder);
    if (isOnPostgres) keepDatabaseUrl(folder, await postgres.makeDatabase('loaded', 'empty'));
    else process.env['FAREBOX_TEST_LOADED'] = folder;
    await applyCatalogue(folder, 'catalogue');
  }
  return async () => {
    await postgres?.close();
    await rm(root, { recursive: true, force: true });
  };
}
