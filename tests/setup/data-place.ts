import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPlace } from '../../server/env.ts';
import { openCommandStore } from '../../server/control/open-store.ts';
import type { Store } from '../../server/store/store.ts';

/** In the data folder of a portal that a test runs on PostgreSQL. */
const addressFile = 'database-url';

/** All portals of the tests on PostgreSQL have it. */
export const testSecret = 'a secret of the tests that nobody else has';

export function keepDatabaseUrl(dataFolder: string, databaseUrl: string): void {
  writeFileSync(join(dataFolder, addressFile), databaseUrl, { mode: 0o600 });
}

/** Where the data of a portal is, by its folder. */
export function placeOf(dataFolder: string): DataPlace {
  const file = join(dataFolder, addressFile);
  return { dataFolder, databaseUrl: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
}

/** The variables by which a process finds it. */
export function placeVariables(dataFolder: string): Record<string, string> {
  const { databaseUrl } = placeOf(dataFolder);
  return databaseUrl === undefined
    ? { FAREBOX_DATA: dataFolder }
    : { FAREBOX_DATA: dataFolder, DATABASE_URL: databaseUrl, FAREBOX_SECRET: testSecret };
}

/** The store of a portal, which may be running. */
export function openTestStore(dataFolder: string): Promise<Store> {
  return openCommandStore(placeOf(dataFolder));
}
