import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type pg from 'pg';
import { z } from 'zod';
import { auditEntry } from '../../lib/audit/audit-entry.ts';
import { parseJson } from '../../lib/json/json.ts';
import { planRules } from './catalogue/check-plans.ts';
import { auditStart, faultOfEntry, faultOfSignature, signatureIn } from './operation/check-audit.ts';
import { openConnections } from './postgres/connections.ts';
import { checkLedger as checkPostgresLedger } from './postgres/ledger/check-ledger.ts';
import { checkLedger } from './sqlite/check/check-ledger.ts';
import { hasLedger } from './sqlite/ledger/sqlite-ledger.ts';
import { Findings } from './sql/findings.ts';
import type { DataPlace } from '../env.ts';

/** `missing`: why there is nothing to check. */
type Checked = { inconsistencies: string[] } | { missing: string };

/** Checks the whole ledger and audit log of a portal, which may be running. */
export async function checkData({ dataFolder, databaseUrl }: DataPlace): Promise<Checked> {
  if (databaseUrl !== undefined) return checkDatabase(databaseUrl);
  const databaseFile = join(dataFolder, 'farebox.db');
  if (!hasLedger(databaseFile))
    return {
      missing: `${databaseFile} has no ledger. Set FAREBOX_DATA to the data folder of a portal that has run.`,
    };
  const found = [...checkLedger(databaseFile), ...(await checkKeptSqlite(databaseFile))];
  return { inconsistencies: [...found, ...checkPlansSqlite(databaseFile)] };
}

/** The credentials that operators have set, encrypted. None where the database is older than these. */
export async function storedCredentials({
  dataFolder,
  databaseUrl,
}: DataPlace): Promise<{ name: string; value: string }[]> {
  if (databaseUrl !== undefined) return credentialsOfDatabase(databaseUrl);
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { timeout: 10_000, readonly: true });
  try {
    const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'UpstreamCredential'";
    return database.prepare(table).get() ? storedRows.parse(database.prepare(credentialRows).all()) : [];
  } finally {
    database.close();
  }
}

const credentialRows = 'SELECT "name", "value" FROM "UpstreamCredential" WHERE "rank" = 0 ORDER BY "name"';
const storedRows = z.array(z.object({ name: z.string(), value: z.string() }));

async function credentialsOfDatabase(databaseUrl: string): Promise<{ name: string; value: string }[]> {
  const pool = openConnections(databaseUrl, 1);
  try {
    const table = `SELECT to_regclass('"UpstreamCredential"') IS NOT NULL AS "exists"`;
    const { rows } = await pool.query<{ exists: boolean }>(table);
    return rows[0]?.exists === true ? storedRows.parse((await pool.query(credentialRows)).rows) : [];
  } finally {
    await pool.end();
  }
}

/** What keeps rows that are never changed from being changed. */
const guards = {
  sqlite: ['Entry_is_never_changed', 'Entry_is_never_deleted', 'AuditEntry_update', 'AuditEntry_delete'],
  postgres: ['Entry_is_never_changed', 'AuditEntry_change'],
};

const auditPage = 1_000;
const auditAfter = `SELECT * FROM "AuditEntry" WHERE "number" > ? ORDER BY "number" LIMIT ${auditPage}`;

function checkKeptSqlite(databaseFile: string): Promise<string[]> {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, readonly: true });
  const triggers = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
  const page = database.prepare(auditAfter);
  const faults = keptFaults(guards.sqlite, triggers, async (after) => page.all(after));
  return faults.finally(() => database.close());
}

async function checkKeptPostgres(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ tgname: string }>(
    "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
  );
  const triggers = rows.map(({ tgname }) => tgname);
  const page = auditAfter.replace('?', '$1');
  return keptFaults(guards.postgres, triggers, async (after) => {
    const { rows: found } = await pool.query<object>(page, [after]);
    return found;
  });
}

const sentences = z.array(z.object({ sentence: z.string() }));

/** None where the database is older than these. */
function checkPlansSqlite(databaseFile: string): string[] {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, readonly: true });
  const findings = new Findings();
  try {
    const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'PlannedVersion'";
    if (!database.prepare(table).get()) return [];
    for (const { kind, sql } of planRules)
      for (const { sentence } of sentences.parse(database.prepare(sql).all())) findings.add(kind, sentence);
    return findings.sentences();
  } finally {
    database.close();
  }
}

async function checkPlansPostgres(pool: pg.Pool): Promise<string[]> {
  const findings = new Findings();
  const { rows: tables } = await pool.query(`SELECT 1 WHERE to_regclass('"PlannedVersion"') IS NOT NULL`);
  if (tables.length === 0) return [];
  for (const { kind, sql } of planRules)
    for (const { sentence } of sentences.parse((await pool.query(sql)).rows)) findings.add(kind, sentence);
  return findings.sentences();
}

/** Sentences for triggers that are gone, and for entries of the audit log that were changed or removed. */
async function keptFaults(
  expected: string[],
  triggers: unknown[],
  read: (after: number) => Promise<unknown[]>,
): Promise<string[]> {
  const findings = new Findings();
  for (const name of expected.filter((one) => !triggers.includes(one)))
    findings.add(
      'missing triggers',
      `The trigger ${name}, without which entries can be changed, is missing.`,
    );
  let place = auditStart;
  for (let rows = await read(0); rows.length > 0; rows = await read(place.number))
    for (const row of rows) {
      const entry = storedEntry.parse(row);
      const end = signatureIn(entry);
      const fault = faultOfEntry(entry, place) ?? (end && faultOfSignature(entry, end));
      if (fault !== undefined) findings.add('faults of the audit log', `Audit log: ${fault}`);
      place = { number: entry.number, hash: entry.hash };
    }
  return findings.sentences();
}

const storedValues = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseJson(text)));

/** A row of the audit log of either engine. */
const storedEntry = z
  .looseObject({
    at: z.unknown(),
    actorKind: z.unknown(),
    actorId: z.unknown(),
    before: storedValues,
    after: storedValues,
  })
  .transform(({ at, actorKind, actorId, ...row }) => ({
    ...row,
    at: new Date(at instanceof Date || typeof at === 'number' ? at : String(at)).toISOString(),
    actor: { kind: actorKind, id: actorId },
  }))
  .pipe(auditEntry);

async function checkDatabase(databaseUrl: string): Promise<Checked> {
  const pool = openConnections(databaseUrl, 1);
  try {
    const { rows } = await pool.query<{ exists: boolean }>(
      `SELECT to_regclass('"Purse"') IS NOT NULL AS "exists"`,
    );
    if (rows[0]?.exists !== true)
      return { missing: 'The database of DATABASE_URL has no ledger: no portal has used it yet.' };
    const found = [...(await checkPostgresLedger(pool)), ...(await checkKeptPostgres(pool))];
    return { inconsistencies: [...found, ...(await checkPlansPostgres(pool))] };
  } finally {
    await pool.end();
  }
}
