import pg from 'pg';

/** Whole numbers of the ledger fit a JavaScript number: the ledger refuses larger ones. */
const bigint = 20;
const numeric = 1700;

/** Reads 64-bit numbers as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? Number : pg.types.getTypeParser(type, format),
};

/** Connections to the database, few and bounded. */
export function openConnections(connectionString: string, max: number): pg.Pool {
  return new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'farebox',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
}
