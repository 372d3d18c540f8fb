import type pg from 'pg';
import { type Balance, balanceOf, earnedKey, type PurseRow } from '../../../../lib/ledger/purse.ts';
import {
  type CallRow,
  decideSettle,
  type Settled,
  type SettleRequest,
  type Use,
} from '../../../../lib/ledger/decide-settle.ts';
import type { HoldRequest } from '../../../../lib/ledger/decide-hold.ts';
import { open, unknown } from '../../../../lib/ledger/earlier-call.ts';
import type { SettlePayload } from '../../ledger.ts';
import { requestOfSettlement } from '../../sql/ledger-payloads.ts';
import { type PurseColumns, purseColumns, purseOf } from '../../sql/purse-row.ts';
import { ChangedRows, columnsOf, section, type Section, textOf, writeOf } from './changed-rows.ts';
import { runBatch } from './run-batch.ts';
import { rowsOf, type TripStatement, inOneTrip, inTwoTrips } from './trip.ts';
import { isConflict, isRefused } from '../writer-error.ts';

type LockedRow = [
  callKey: number,
  apiKeyKey: number | null,
  memberKey: number | null,
  productKey: number,
  state: number,
  quoted: number,
  startedAt: number,
  hasKey: boolean,
  ...purse: PurseColumns,
];

/** What a settlement is decided on. */
export interface KnownCall {
  call: CallRow & { hasKey: boolean };
  purse: PurseRow;
}

/** What this process knows of a call that it opened. How much its purse stores may change: it is at least nothing. */
export function knownCall(purse: PurseRow, request: HoldRequest): KnownCall {
  const { apiKeyKey, memberKey, productKey, credits: quoted, idempotency } = request;
  const [purseKey, startedAt, hasKey] = [purse.key, request.purse.nowMs, idempotency !== null];
  return {
    // Named one by one: spreading an object and adding to it takes microseconds.
    call: { purseKey, apiKeyKey, memberKey, productKey, quoted, startedAt, state: open, hasKey },
    purse: { ...purse, keptBytes: 0 },
  };
}

/** Resolves a batch of calls in one transaction. Returns an error for a call that cannot be resolved so. */
export async function runSettlements(
  pool: pg.Pool,
  jobs: readonly SettlePayload[],
  known: ReadonlyMap<number, KnownCall> = new Map(),
): Promise<(Balance | Error)[]> {
  return (await settleKnown(pool, jobs, known)) ?? settleLocked(pool, jobs);
}

/**
 * In one trip, decided on what is known. Undefined if that is not enough, or not what the database has. Sums of what was
 * spent may be made under the lock of the purse: they are seen by a statement that begins after it.
 */
async function settleKnown(
  pool: pg.Pool,
  jobs: readonly SettlePayload[],
  known: ReadonlyMap<number, KnownCall>,
): Promise<Balance[] | undefined> {
  const batch = new SettleBatch();
  for (const payload of jobs) {
    const [callKey] = payload;
    const rows = known.get(callKey);
    if (rows) batch.add(callKey, rows);
    if (batch.decide(payload) instanceof Error) return undefined;
  }
  const write = batch.write();
  try {
    return write && batch.balances(await inOneTrip(pool, [...batch.locks(), write]));
  } catch (error) {
    if (isRefused(error) || isConflict(error)) return undefined;
    throw error;
  }
}

function settleLocked(pool: pg.Pool, jobs: readonly SettlePayload[]): Promise<(Balance | Error)[]> {
  return inTwoTrips(pool, [lockRows(jobs)], ([locked]) => {
    const batch = new SettleBatch();
    for (const row of rowsOf<LockedRow[]>(locked) ?? []) batch.add(row[0], rowsOfLocked(row));
    const result = jobs.map((payload) => batch.decide(payload));
    return { write: batch.write(), result };
  });
}

function rowsOfLocked(row: LockedRow): KnownCall {
  const [, apiKeyKey, memberKey, productKey, state, quoted, startedAt, hasKey, ...columns] = row;
  const purse = purseOf(columns);
  const call = { purseKey: purse.key, apiKeyKey, memberKey, productKey, state, quoted, startedAt, hasKey };
  return { call, purse };
}

/** Resolves calls that nobody knows the end of, at no cost. Returns how many were open still. */
export async function resolveUnknown(
  pool: pg.Pool,
  callKeys: readonly number[],
  { nowMs, freesKey }: { nowMs: number; freesKey: boolean },
): Promise<number> {
  if (callKeys.length === 0) return 0;
  const jobs = callKeys.map((key): SettlePayload => [key, unknown, 0, nowMs, null, null, null, freesKey]);
  const results = await runBatch(jobs, { run: (some) => runSettlements(pool, some) });
  return results.filter((result) => !(result instanceof Error)).length;
}

/**
 * Locks the purses in the order of their keys. A purse is as it is then. Its call may be as it was before the lock: so the
 * statement that closes it says that it is still open.
 */
function lockRows(jobs: readonly SettlePayload[]): TripStatement {
  return {
    name: 'farebox_lock_settlements',
    text: lockSettlements,
    values: [textOf(jobs.map(([callKey]) => callKey))],
  };
}

const lockSettlements = `
  SELECT json_agg(json_build_array(p."callKey", p."apiKeyKey", p."memberKey", p."productKey", p."state", p."quoted",
                                   ms_of(p."startedAt"), p."hasKey", ${purseColumns}))
    FROM (SELECT p.*, c."key" AS "callKey", c."apiKeyKey", c."memberKey", c."productKey", c."state", c."quoted", c."startedAt",
                 i."callKey" IS NOT NULL AS "hasKey"
            FROM "Call" c JOIN "Purse" p ON p."key" = c."purseKey"
            LEFT JOIN "IdempotentCall" i ON i."callKey" = c."key"
           WHERE c."key" = ANY ($1::bigint[]) ORDER BY p."key" FOR NO KEY UPDATE OF p) p`;

interface ClosedCall {
  request: SettleRequest;
  payload: SettlePayload;
  settled: Settled;
}

/** Decides the settlements of a batch one after another, each on the rows as the one before left them. */
class SettleBatch {
  readonly #rows = new Map<number, KnownCall['call']>();
  readonly #purses = new Map<number, PurseRow>();
  readonly #changed = new ChangedRows();
  readonly #closed: ClosedCall[] = [];

  add(callKey: number, { call, purse }: KnownCall): void {
    if (!this.#rows.has(callKey)) this.#rows.set(callKey, { ...call });
    if (!this.#purses.has(purse.key)) this.#purses.set(purse.key, { ...purse });
  }

  decide(payload: SettlePayload): Balance | Error {
    const request = requestOfSettlement(payload);
    const call = this.#rows.get(request.callKey);
    const purse = call && this.#purses.get(call.purseKey);
    try {
      const settled = decideSettle({ call, purse, hasKey: () => call?.hasKey === true }, request);
      if (call && purse) {
        call.state = request.state;
        this.#changed.addToPurse(purse, settled.purse);
        if (settled.charge) this.#changed.addTransfer(purse, settled.charge);
        for (const spend of settled.spends) this.#changed.addSpend(spend);
        this.#closed.push({ request, payload, settled });
      }
      return settled.balance;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Undefined if everything was refused. A call that was closed meanwhile, or a purse that is not as it was read, undoes the
   * batch: no number is divided by 0. Answers with the balances of the purses.
   */
  write(): TripStatement | undefined {
    const closed = this.#closed;
    if (closed.length === 0) return undefined;
    const purses = new Set(closed.map(({ settled }) => settled.purseKey));
    return writeOf(
      'settle',
      [
        ...this.#changed.pursesAsRead(),
        this.#calls(),
        this.#endings(),
        this.#answers(),
        this.#freed(),
        ...this.#changed.givenBack(),
        this.#uses(),
        ...this.#changed.entries(earnedKey),
      ],
      {
        text: `SELECT json_agg(json_build_array("key", "posted", "pending")) FROM purses
               HAVING 1 / (count(*) = ?::bigint AND (SELECT count(*) FROM calls) = ?::bigint)::integer = 1`,
        values: [purses.size, closed.length],
      },
    );
  }

  /**
   * Locks the purses in the order of their keys. Where nothing is given back, one purse is locked by its change alone: no
   * other row that was written under its lock is read.
   */
  locks(): TripStatement[] {
    const isPlain =
      this.#purses.size === 1 && this.#closed.every(({ settled }) => settled.spends.length === 0);
    if (isPlain) return [];
    const text = `SELECT count(*) FROM (SELECT FROM "Purse" p WHERE p."key" = ANY ($1::bigint[])
                                         ORDER BY p."key" FOR NO KEY UPDATE OF p) p`;
    return [{ name: 'farebox_lock_purses', text, values: [textOf([...this.#purses.keys()])] }];
  }

  /** Of the closed calls, after all of the batch, as the written statement answers them. */
  balances(answer: string | null): Balance[] {
    const rows = rowsOf<[key: number, posted: number, pending: number][]>(answer) ?? [];
    const balances = new Map(rows.map(([key, posted, pending]) => [key, balanceOf(posted, pending)]));
    return this.#closed.flatMap(({ settled }) => balances.get(settled.purseKey) ?? []);
  }

  #calls(): Section {
    const closed = this.#closed;
    return {
      name: 'calls',
      text: `UPDATE "Call" c SET "state" = n.state, "charged" = n.charged, "settledAt" = time_of(n.at)
               FROM unnest(?::bigint[], ?::integer[], ?::bigint[], ?::bigint[]) n (key, state, charged, at)
              WHERE c."key" = n.key AND c."key" = ANY (?::bigint[]) AND c."state" = 0 RETURNING 1`,
      values: [
        ...columnsOf(
          closed,
          ({ request }) => request.callKey,
          ({ request }) => request.state,
          ({ request }) => request.charged,
          ({ request }) => request.nowMs,
        ),
        closed.map(({ request }) => request.callKey),
      ],
    };
  }

  #endings(): Section | undefined {
    const ended = this.#closed.filter(({ payload: [, , , , ending] }) => ending !== null);
    return section('endings', ended, {
      text: 'INSERT INTO "CallEnding" ("callKey", "ending") SELECT * FROM unnest(?::bigint[], ?::text[])',
      values: columnsOf(
        ended,
        ({ request }) => request.callKey,
        ({ payload: [, , , , ending] }) => ending,
      ),
    });
  }

  #answers(): Section | undefined {
    const answered = this.#closed.filter(({ settled }) => settled.keepsAnswer);
    const keys = answered.map(({ request }) => request.callKey);
    return section('answers', answered, {
      text: `UPDATE "IdempotentCall" i SET "head" = n.head, "body" = n.body, "bytes" = n.bytes
               FROM unnest(?::bigint[], ?::text[], ?::bytea[], ?::bigint[]) n (key, head, body, bytes)
              WHERE i."callKey" = n.key AND i."callKey" = ANY (?::bigint[])`,
      values: [
        keys,
        ...columnsOf(
          answered,
          ({ payload: [, , , , , head] }) => head,
          ({ payload: [, , , , , , body] }) => body,
          ({ request }) => request.answerBytes,
        ),
        keys,
      ],
    });
  }

  #freed(): Section | undefined {
    const freed = this.#closed.filter(({ request }) => request.freesKey);
    return section('freed', freed, {
      text: 'DELETE FROM "IdempotentCall" WHERE "callKey" = ANY (?::bigint[])',
      values: [freed.map(({ request }) => request.callKey)],
    });
  }

  #uses(): Section | undefined {
    const uses = new Map<string, Use & { calls: number }>();
    for (const { settled } of this.#closed) {
      const { purseKey, day, productKey, apiKeyKey, memberKey, credits } = settled.use;
      const name = `${purseKey} ${day} ${productKey} ${apiKeyKey} ${memberKey}`;
      const known = uses.get(name);
      if (known) Object.assign(known, { calls: known.calls + 1, credits: known.credits + credits });
      else uses.set(name, { ...settled.use, calls: 1 });
    }
    const rows = [...uses.values()];
    return section('uses', rows, {
      text: `INSERT INTO "DailyUse" AS u ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
             SELECT * FROM unnest(?::bigint[], ?::text[], ?::integer[], ?::integer[], ?::integer[], ?::bigint[], ?::bigint[])
                 ON CONFLICT ("purseKey", "day", "productKey", "apiKeyKey", "memberKey") DO UPDATE
                    SET "calls" = u."calls" + excluded."calls", "credits" = u."credits" + excluded."credits"`,
      values: columnsOf(
        rows,
        ({ purseKey }) => purseKey,
        ({ day }) => day,
        ({ productKey }) => productKey,
        ({ apiKeyKey }) => apiKeyKey,
        ({ memberKey }) => memberKey,
        ({ calls }) => calls,
        ({ credits }) => credits,
      ),
    });
  }
}
