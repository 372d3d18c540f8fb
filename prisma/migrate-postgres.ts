import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import {
  type AppliedRow,
  appliedRow,
  type BeforeUpdate,
  MigrationRefused,
  refuseWhatCannotBeMigrated,
} from './applied-migrations.ts';
import {
  functionsFolder,
  type Migration,
  postgresMigrationsFolder,
  readMigrations,
} from './migration-list.ts';

/** As Prisma makes it, so that its tools can read the history. */
const migrationTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

/** Any number that nothing else locks: who migrates holds it, and the others wait. */
const migrationLock = 7_201_402;

interface Options {
  migrations?: string;
  functions?: string;
  beforeUpdate?: BeforeUpdate | undefined;
}

/**
 * Migrates a PostgreSQL database, brings its functions up to date, and returns the names of the applied migrations. Of
 * several processes one does it, and the others wait for it. All is one transaction: if a part fails, the database stays
 * as it was, and a pooler between, which may give the session to others, releases the lock with it.
 */
export async function migratePostgres(
  connectionString: string,
  {
    migrations: migrationsFolder = postgresMigrationsFolder,
    functions = functionsFolder,
    beforeUpdate,
  }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(migrationsFolder);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const applied = await readApplied(client);
    refuseWhatCannotBeMigrated(migrations, applied);
    const known = new Set(applied.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !known.has(name));
    const last = applied.at(-1);
    // Nothing is locked yet that a backup reads, and other processes wait.
    if (last && missing.length > 0) await beforeUpdate?.(last.name);
    for (const migration of missing) await applyFile(client, migration);
    await applyFunctions(client, functions);
    await client.query('COMMIT');
    return missing.map(({ name }) => name);
  } finally {
    // Undoes what is not committed.
    await client.end();
  }
}

/** Older servers lack what the statements use, and get no security updates before long. */
const leastVersion = 150_000;

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  const [version] = rows;
  if (version && version.number < leastVersion)
    throw new MigrationRefused(`PostgreSQL ${version.name} is too old: Farebox needs version 15 or later.`);
}

async function applyFile(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  try {
    await client.query(script);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationRefused(`The migration ${name} failed, and changed nothing: ${reason}.`, { cause });
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $1, $2, now(), 1)`,
    [name, checksum],
  );
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  await client.query(migrationTable);
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, (finished_at IS NOT NULL)::int AS finished, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return z.array(appliedRow).parse(rows);
}

/** One row: the hash of the files that were applied last, and which functions they made. */
const functionTable = `CREATE TABLE IF NOT EXISTS _farebox_functions (
  key integer PRIMARY KEY CHECK (key = 1), hash text NOT NULL, names text[] NOT NULL)`;

const functionRow = z.object({ hash: z.string(), names: z.array(z.string()) });

/**
 * Applies the files of a folder if they are not those that were applied last, in the transaction of the migrations.
 * Functions that no file makes any more are dropped after the others are replaced, which a call that runs meanwhile does
 * not notice.
 */
export async function applyFunctions(client: pg.Client, folder: string): Promise<void> {
  const files = await readFunctions(folder);
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  await client.query(functionTable);
  const { rows } = await client.query('SELECT hash, names FROM _farebox_functions');
  const [last] = z.array(functionRow).parse(rows);
  if (last?.hash === hash) return;

  const ofMigrations = await namesOfThisTransaction(client);
  // Otherwise the functions in SQL would have to come in the order in which they call each other.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const file of files) await apply(client, file);
  const names = (await namesOfThisTransaction(client)).filter((name) => !ofMigrations.includes(name));
  for (const name of last?.names ?? [])
    if (!names.includes(name)) await client.query(`DROP ROUTINE IF EXISTS ${name}`);
  await client.query(
    `INSERT INTO _farebox_functions (key, hash, names) VALUES (1, $1, $2)
     ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, names = excluded.names`,
    [hash, names],
  );
}

interface FunctionFile {
  name: string;
  script: string;
}

async function readFunctions(folder: string): Promise<FunctionFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, script: await readFile(join(folder, name), 'utf8') })),
  );
}

async function apply(client: pg.Client, { name, script }: FunctionFile): Promise<void> {
  try {
    await client.query(script);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationRefused(
      `The functions of ${name} could not be made, and nothing changed: ${reason}.`,
      {
        cause,
      },
    );
  }
}

/** With the types of their arguments, quoted. */
async function namesOfThisTransaction(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND xmin = pg_current_xact_id()::xid ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
