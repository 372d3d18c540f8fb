import pg from 'pg';

/** Whole numbers of the ledger fit a JavaScript number: the ledger refuses larger ones. */
const bigint = 20;
const numeric = 1700;

/** Reads 64-bit numbers as numbers. */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? Number : parserOf(type, format),
};

/** A parser of `pg` takes the text or bytes of a value. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: unknown) => unknown {
  return pg.types.getTypeParser(type, format) as (value: unknown) => unknown;
}

/** A server that says nothing for so long is gone. */
const silenceMs = 30_000;

/** Connections to the database, few and bounded. */
export function openConnections(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: numberTypes,
    application_name: 'farebox',
    connectionTimeoutMillis: 5_000,
    query_timeout: silenceMs,
    keepAlive: true,
    verify: (client, done) => void prepareConnection(client).then(() => done(), done),
  });
  // The query that runs, or the next one, fails and says so. Without a listener the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Prisma takes times without a zone for UTC. */
const greeting = `SELECT set_config('TimeZone', 'UTC', false), pg_backend_pid() AS "processId"`;

async function prepareConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ processId: number }>(greeting);
  const told: unknown = Reflect.get(client, 'processID');
  if (rows[0]?.processId !== told) nameNoStatements(client);
}

const unnamed = new WeakSet<pg.ClientBase>();

export function namesStatements(client: pg.ClientBase): boolean {
  return !unnamed.has(client);
}

/**
 * A pooler tells a process id of its own, and may run each transaction on another connection, which does not know the
 * statements that were prepared before.
 */
function nameNoStatements(client: pg.ClientBase): void {
  unnamed.add(client);
  const query = client.query.bind(client);
  Reflect.set(client, 'query', (of: unknown, ...others: unknown[]): unknown => {
    const isNamed = typeof of === 'object' && of !== null && 'name' in of;
    const result: unknown = Reflect.apply(query, client, [
      isNamed ? { ...of, name: undefined } : of,
      ...others,
    ]);
    return result;
  });
}
