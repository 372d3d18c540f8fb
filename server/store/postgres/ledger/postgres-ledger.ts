import type pg from 'pg';
import { balanceWithAllowance } from '../../../../lib/ledger/allowance.ts';
import { type Balance, isOfPortal } from '../../../../lib/ledger/purse.ts';
import type { HoldRows, PurseRef } from '../../../../lib/ledger/decide-hold.ts';
import {
  released,
  settled,
  findEarlierCall,
  type IdempotencyKey,
  replayOf,
} from '../../../../lib/ledger/earlier-call.ts';
import { capsOf, type OverCap } from '../../../../lib/ledger/spending.ts';
import type { Ledger, CapsOf, EarlierCall, EntryList, LedgerEntry } from '../../ledger.ts';
import { resultOfReplay } from '../../sql/kept-answer.ts';
import { holdPayload, settlePayload } from '../../sql/ledger-payloads.ts';
import type { Writer } from '../../writer.ts';
import { checkNewRows } from './check-ledger.ts';
import {
  namedColumns,
  type NamedColumns,
  type NamedPurse,
  namedPurseOf,
  type Naming,
  readRows,
  type ReadRows,
  RowsOfHolds,
} from './hold-rows.ts';
import { readAnswer } from './run-holds.ts';

/** The ledger in PostgreSQL, which any number of processes share. The writer writes. */
export function postgresLedger(pool: pg.Pool, writer: Writer): Ledger {
  return {
    hold: (hold) => writer.run('hold', holdPayload(hold)),
    findEarlier: (key, owner, purse) => findEarlier(pool, key, owner, purse),
    settle: (settlement) => writer.run('settle', settlePayload(settlement, settled, settlement.charged)),
    release: (release) => writer.run('settle', settlePayload(release, released, 0)),
    grant: (grant) => writer.run('grant', grant),
    balance: (purse) => readBalance(pool, purse),
    caps: (of) => readCaps(pool, of),
    entries: (purseId, page) => readEntries(pool, purseId, page),
    recover: (nowMs) => writer.run('recover', { nowMs }),
    check: (options) => checkNewRows(pool, options),
  };
}

async function readPurse(pool: pg.Pool, id: string): Promise<NamedPurse | undefined> {
  const { rows } = await pool.query<{ columns: NamedColumns }>({
    name: 'farebox_purse',
    text: `SELECT json_build_array(${namedColumns}) AS columns FROM "Purse" p WHERE p."id" = $1`,
    values: [id],
  });
  const [row] = rows;
  const purse = row && namedPurseOf(row.columns);
  return purse && isOfPortal(purse) ? withShares(pool, purse) : purse;
}

/** What connections added to a purse of the portal. */
async function withShares(pool: pg.Pool, purse: NamedPurse): Promise<NamedPurse> {
  const { rows } = await pool.query<{ posted: number }>(
    'SELECT coalesce(sum("posted"), 0) AS posted FROM "PurseShare" WHERE "purseKey" = $1',
    [purse.key],
  );
  return { ...purse, posted: purse.posted + (rows[0]?.posted ?? 0) };
}

async function readBalance(pool: pg.Pool, { id, allowance, nowMs }: PurseRef): Promise<Balance> {
  return balanceWithAllowance(await readPurse(pool, id), allowance, nowMs);
}

/** The rows that some request names, as a hold would read them. */
async function rowsOf(pool: pg.Pool, purse: NamedPurse | undefined, named: Naming): Promise<HoldRows> {
  const { name, text, values } = readRows('named', [named]);
  const { rows } = await pool.query<{ rows: ReadRows }>({ name, text, values: [...values] });
  return new RowsOfHolds(purse ? [purse] : [], rows[0]?.rows ?? {}).of(named);
}

const noOther = { productKey: 0, idempotency: null };

async function readCaps(pool: pg.Pool, { purseId, nowMs, ...caller }: CapsOf): Promise<OverCap[]> {
  const purse = await readPurse(pool, purseId);
  const named = { ...noOther, ...caller, purse: { id: purseId, allowance: null, nowMs } };
  return capsOf(await rowsOf(pool, purse, named), caller, nowMs);
}

type EntryRow = Omit<LedgerEntry, 'at'> & { at: Date };

/** Newest first. Counts nothing: a purse knows how many entries it has. */
async function readEntries(
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

async function findEarlier(
  pool: pg.Pool,
  key: IdempotencyKey,
  owner: string | null,
  purse: PurseRef,
): Promise<EarlierCall | undefined> {
  const idempotency = { ...key, fingerprint: '' };
  const named = { ...noOther, apiKeyKey: null, memberKey: null, idempotency, purse };
  const rows = await rowsOf(pool, undefined, named);
  const row = findEarlierCall(rows.findEarlier, key, owner, purse.nowMs);
  if (!row) return undefined;
  const { callId, versionKey, fingerprint, callKey } = row;
  const [answer, balance] = await Promise.all([readAnswer(pool, callKey), readBalance(pool, purse)]);
  const result = () =>
    resultOfReplay(
      replayOf(row, () => balance),
      () => answer,
    );
  return { callId, versionKey, fingerprint, result };
}
