import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { MigrationRefused } from './applied-migrations.ts';

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
