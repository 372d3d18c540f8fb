import type pg from 'pg';
import type { Balance, EarlierCall, EntryList, IdempotencyKey, LedgerEntry, PurseRef } from '../../ledger.ts';
import { balanceWithAllowance, type PurseRow } from '../../sql/allowance.ts';
import { readAnswer } from './run-holds.ts';

export async function readBalance(pool: pg.Pool, { id, allowance, nowMs }: PurseRef): Promise<Balance> {
  const { rows } = await pool.query<PurseRow>({
    name: 'farebox_purse',
    text: `SELECT p."key", p."pending", p."grantedDay", p."posted" + CASE WHEN p."key" > 2 THEN 0 ELSE
                  (SELECT coalesce(sum(s."posted"), 0) FROM "PurseShare" s WHERE s."purseKey" = p."key") END AS "posted"
             FROM "Purse" p WHERE p."id" = $1`,
    values: [id],
  });
  return balanceWithAllowance(rows[0], allowance, nowMs);
}

type EntryRow = Omit<LedgerEntry, 'at'> & { at: Date };

/** Newest first. Counts nothing: a purse knows how many entries it has. */
export async function readEntries(
  pool: pg.Pool,
  purseId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<EntryList> {
  const purse = await pool.query<{ key: number; total: number }>({
    name: 'farebox_purse_entries',
    text: 'SELECT "key", "entryCount" AS total FROM "Purse" WHERE "id" = $1 AND "key" > 2',
    values: [purseId],
  });
  const [found] = purse.rows;
  if (!found) return { list: [], total: 0 };
  const { rows } = await pool.query<EntryRow>({
    name: 'farebox_entries',
    text: `SELECT e."key" AS id, e."amount", e."kind", e."at", c."id" AS "callId", e."reason"
             FROM "Entry" e LEFT JOIN "Call" c ON c."key" = e."callKey"
            WHERE e."purseKey" = $1 AND e."purseKey" > 2 ORDER BY e."key" DESC LIMIT $2 OFFSET $3`,
    values: [found.key, pageSize, (page - 1) * pageSize],
  });
  return { list: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: found.total };
}

interface EarlierRow {
  callKey: number;
  callId: string;
  versionKey: number;
  fingerprint: string;
  state: number;
  charged: number;
}

export async function findEarlier(
  pool: pg.Pool,
  { hash, firstHash = null }: IdempotencyKey,
  owner: string | null,
  purse: PurseRef,
): Promise<EarlierCall | undefined> {
  const { rows } = await pool.query<EarlierRow>({
    name: 'farebox_earlier',
    text: `SELECT call_key AS "callKey", call_id AS "callId", version_key AS "versionKey", fingerprint, state, charged
             FROM earlier_call($1, $2, $3, $4)`,
    values: [hash, firstHash, owner, purse.nowMs],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { callKey, callId, versionKey, fingerprint, state, charged } = row;
  if (state === 0)
    return { callId, versionKey, fingerprint, result: () => ({ outcome: 'in-flight', callId }) };
  if (state === 3) return { callId, versionKey, fingerprint, result: () => ({ outcome: 'unknown', callId }) };
  const [answer, balance] = await Promise.all([readAnswer(pool, callKey), readBalance(pool, purse)]);
  const result = () => ({ outcome: 'done' as const, callId, charged, answer, balance });
  return { callId, versionKey, fingerprint, result };
}
