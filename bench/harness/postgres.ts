import { join } from 'node:path';
import pg from 'pg';
import { migratePostgres } from '../../prisma/migrate-postgres.ts';
import { startPostgres } from '../../tests/setup/postgres-server.ts';

/** The address of a database, and a folder for the log of a portal. */
export interface PostgresPlace {
  dataFolder: string;
  databaseUrl: string;
}

export interface BenchPostgres {
  /** Makes an empty database. */
  makeDatabase(name: string): Promise<string>;
  /** Makes a database of the latest version. */
  makePlace(name: string): Promise<PostgresPlace>;
  /** Resolves when no connection works at anything, because a portal checks its ledger after the start. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

/** As an operator sets a server with some memory. All else is as it comes: durable, above all. */
const postgresSettings = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  max_parallel_maintenance_workers: '1',
};

/** A PostgreSQL server of its own. Its data is deleted when it is closed. */
export async function startBenchPostgres(
  folder: string,
  others: Record<string, string> = {},
): Promise<BenchPostgres> {
  const server = await startPostgres({ ...postgresSettings, ...others });
  return {
    makeDatabase: (name) => server.makeDatabase(name),
    async makePlace(name) {
      const dataFolder = join(folder, name);
      const databaseUrl = await server.makeDatabase(name);
      await migratePostgres(databaseUrl);
      return { dataFolder, databaseUrl };
    },
    untilIdle: () => untilIdle(server.url('postgres')),
    stop: () => server.close(),
  };
}

/** Runs statements on a connection of their own. */
export async function withClient<Result>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  // The query that runs fails and says so.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const idleLimitSeconds = 900;

async function untilIdle(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (let seconds = 0, idleSeconds = 0; idleSeconds < 3; seconds += 1) {
      if (seconds > idleLimitSeconds) throw new Error('PostgreSQL is still busy.');
      // A shorter query is a portal that says that it lives.
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE (state = 'active' AND query_start < now() - interval '1 s')
            OR backend_type IN ('autovacuum worker', 'parallel worker')`,
      );
      idleSeconds = rowCount === 0 ? idleSeconds + 1 : 0;
      await client.query('SELECT pg_sleep(1)');
    }
  });
}
