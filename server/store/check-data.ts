import { join } from 'node:path';
import { openConnections } from './postgres/connections.ts';
import { checkLedger as checkPostgresLedger } from './postgres/ledger/check-ledger.ts';
import { checkLedger } from './sqlite/check/check-ledger.ts';
import { hasLedger } from './sqlite/ledger/has-ledger.ts';
import type { DataPlace } from './data-place.ts';

/** `missing`: why there is nothing to check. */
type Checked = { inconsistencies: string[] } | { missing: string };

/** Checks the whole ledger of a portal, which may be running. */
export async function checkData({ dataFolder, databaseUrl }: DataPlace): Promise<Checked> {
  if (databaseUrl !== undefined) return checkDatabase(databaseUrl);
  const databaseFile = join(dataFolder, 'farebox.db');
  if (!hasLedger(databaseFile))
    return {
      missing: `${databaseFile} has no ledger. Set FAREBOX_DATA to the data folder of a portal that has run.`,
    };
  return { inconsistencies: checkLedger(databaseFile) };
}

async function checkDatabase(databaseUrl: string): Promise<Checked> {
  const pool = openConnections(databaseUrl, 1);
  try {
    const { rows } = await pool.query<{ exists: boolean }>(
      `SELECT to_regclass('"Purse"') IS NOT NULL AS "exists"`,
    );
    if (rows[0]?.exists !== true)
      return { missing: 'The database of DATABASE_URL has no ledger: no portal has used it yet.' };
    return { inconsistencies: await checkPostgresLedger(pool) };
  } finally {
    await pool.end();
  }
}
