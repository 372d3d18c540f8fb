import { randomUUID } from 'node:crypto';
import { keepDatabaseUrl } from '../setup/data-place.ts';
import type { PostgresServer } from '../setup/postgres-server.ts';

/** What keeps the data of the portals of a run. */
export interface CrashEngine {
  name: 'sqlite' | 'postgresql';
  /** Makes a database for a data folder. */
  prepare(dataFolder: string): Promise<void>;
  /** When a portal was ready for so long, all calls of those that were killed before are resolved. */
  resolvesWithinMs: number;
}

/** Before a portal is ready it resolves the calls of the one before. */
export const onSqlite: CrashEngine = {
  name: 'sqlite',
  prepare: () => Promise.resolve(),
  resolvesWithinMs: 0,
};

/** Portals look every five seconds for others that were not seen for fifteen, and a portal may be killed before it looks. */
export function onPostgres(server: PostgresServer): CrashEngine {
  return {
    name: 'postgresql',
    prepare: async (dataFolder) =>
      keepDatabaseUrl(dataFolder, await server.makeDatabase(`crash_${randomUUID()}`)),
    resolvesWithinMs: 30_000,
  };
}
