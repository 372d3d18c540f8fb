import pg from 'pg';

/** Whole numbers of the ledger fit a JavaScript number: the ledger refuses larger ones. */
const bigint = 20;
const numeric = 1700;

/** Reads 64-bit numbers as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? Number : pg.types.getTypeParser(type, format),
};

/** Connections to the database, few and bounded. `silenceMs`: how long a statement may take. */
export function openConnections(connectionString: string, max: number, silenceMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'farebox',
    connectionTimeoutMillis: 5_000,
    ...(silenceMs !== undefined && { query_timeout: silenceMs }),
    keepAlive: true,
    // Prisma takes times without a zone for UTC.
    onConnect: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  });
  // The query that runs, or the next one, fails and says so. Without a listener the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
