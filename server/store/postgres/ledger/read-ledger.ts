import type pg from 'pg';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import type {
  Balance,
  CapsOf,
  EarlierCall,
  EntryList,
  IdempotencyKey,
  LedgerEntry,
  OverCap,
  PurseRef,
} from '../../ledger.ts';
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

/** As `hold_batch` reads them. A member without the role to call has none, because the hold is refused before. */
export async function readCaps(
  pool: pg.Pool,
  { apiKeyKey, memberKey, purseId, nowMs }: CapsOf,
): Promise<OverCap[]> {
  const day = utcDay(nowMs);
  const { rows } = await pool.query<OverCap>({
    name: 'farebox_caps',
    text: `SELECT c.outcome, c.period, c.cap, c.spent FROM (
             SELECT 1 AS n, 'over-cap' AS outcome, p.n AS m, p.name AS period, p.cap, coalesce(s."credits", 0) AS spent
               FROM "ApiKey" k
              CROSS JOIN LATERAL (VALUES (1, 'day', $4, k."capDay"), (2, 'month', left($4, 7), k."capMonth"),
                                         (3, 'total', 'all', k."capTotal")) p (n, name, period, cap)
               LEFT JOIN "KeySpend" s ON s."apiKeyKey" = k."key" AND s."period" = p.period
              WHERE k."key" = $1
              UNION ALL
             SELECT 2, 'over-member-cap', p.n, p.name, p.cap,
                    (SELECT coalesce(sum(s."credits"), 0)::bigint FROM "MemberSpend" s
                      WHERE s."memberKey" = m."key" AND left(s."day", length(p.period)) = p.period)
               FROM "Member" m
              CROSS JOIN LATERAL (VALUES (1, 'day', $4, m."capDay"), (2, 'month', left($4, 7), m."capMonth"),
                                         (3, 'total', '', m."capTotal")) p (n, name, period, cap)
              WHERE m."key" = $2 AND m."removedAt" IS NULL AND p.cap IS NOT NULL
              UNION ALL
             SELECT 3, 'over-account-cap', p.n, p.name, p.cap, coalesce(s."credits", 0)
               FROM "Purse" a
              CROSS JOIN LATERAL (VALUES (1, 'day', $4, a."capDay"), (2, 'month', left($4, 7), a."capMonth"),
                                         (3, 'total', 'all', a."capTotal")) p (n, name, period, cap)
               LEFT JOIN "AccountSpend" s ON s."purseKey" = a."key" AND s."period" = p.period
              WHERE a."id" = $3
           ) c WHERE c.cap IS NOT NULL ORDER BY c.n, c.m`,
    values: [apiKeyKey, memberKey, purseId, day],
  });
  return rows;
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
