import type pg from 'pg';
import { type Balance, earnedKey, type PurseRow } from '../../../../lib/ledger/balances.ts';
import {
  type CallRow,
  decideSettle,
  type Settled,
  type SettleRequest,
  type Use,
} from '../../../../lib/ledger/decide-settle.ts';
import { unknown } from '../../../../lib/ledger/earlier-call.ts';
import type { SettlePayload } from '../../ledger.ts';
import { requestOfSettlement } from '../../sql/ledger-payloads.ts';
import { type PurseColumns, purseColumns, purseOf } from '../../sql/purse-row.ts';
import { ChangedRows, columnsOf, section, type Section, textOf, writeOf } from './changed-rows.ts';
import { runBatch } from './run-batch.ts';
import { rowsOf, type TripStatement, inTwoTrips } from './trip.ts';

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

interface LockedCall extends CallRow {
  hasKey: boolean;
}

/** Resolves a batch of calls in one transaction. Returns an error for a call that cannot be resolved so. */
export async function runSettlements(pool: pg.Pool, jobs: SettlePayload[]): Promise<(Balance | Error)[]> {
  return inTwoTrips(pool, [lockRows(jobs)], ([locked]) => {
    const batch = new SettleBatch(rowsOf<LockedRow[]>(locked) ?? []);
    const result = jobs.map((payload) => batch.decide(payload));
    return { write: batch.write(), result };
  });
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
  readonly #calls = new Map<number, LockedCall>();
  readonly #purses = new Map<number, PurseRow>();
  readonly #changed = new ChangedRows();
  readonly #closed: ClosedCall[] = [];

  constructor(locked: readonly LockedRow[]) {
    for (const row of locked) {
      const [callKey, apiKeyKey, memberKey, productKey, state, quoted, startedAt, hasKey, ...columns] = row;
      const purse = purseOf(columns);
      const call = {
        purseKey: purse.key,
        apiKeyKey,
        memberKey,
        productKey,
        state,
        quoted,
        startedAt,
        hasKey,
      };
      this.#calls.set(callKey, call);
      this.#purses.set(purse.key, purse);
    }
  }

  decide(payload: SettlePayload): Balance | Error {
    const request = requestOfSettlement(payload);
    const call = this.#calls.get(request.callKey);
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

  /** Undefined if everything was refused. */
  write(): TripStatement | undefined {
    const closed = this.#closed;
    if (closed.length === 0) return undefined;
    return writeOf(
      'settle',
      [
        {
          name: 'closed',
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
        },
        ...this.#changed.purses(new Map()),
        this.#endings(),
        this.#answers(),
        this.#freed(),
        ...this.#changed.givenBack(),
        this.#uses(),
        ...this.#changed.entries(earnedKey),
      ],
      // A call that was closed meanwhile undoes the batch: no number is divided by 0.
      {
        text: 'SELECT 1 / ((SELECT count(*) FROM closed) = ?::bigint)::integer',
        values: [closed.length],
      },
    );
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
