import type pg from 'pg';
import { type HoldPayload, released, settled, type SettlePayload } from '../../ledger-changes.ts';
import type { Balance, HoldResult, Ledger } from '../../ledger.ts';
import { holdPayload, settlePayload } from '../../sql/ledger-payloads.ts';
import { refuseUnlessCredits } from '../../sql/refuse-unless-credits.ts';
import { BatchLine } from './batch-line.ts';
import { checkLedger } from './check-ledger.ts';
import { DoubtfulHolds } from './doubtful-holds.ts';
import { grantCredits } from './grant-credits.ts';
import { lostAfterMs, openInstance } from './instance.ts';
import { OpenCalls } from './open-calls.ts';
import { findEarlier, readBalance, readEntries } from './read-ledger.ts';
import { recoverLost } from './recover-lost.ts';
import { runBatch } from './run-batch.ts';
import { runHolds } from './run-holds.ts';
import { runSettlements } from './run-settlements.ts';
import { settleAgain } from './settle-again.ts';

/** Batches of each kind that run at once. */
const lanes = 2;

export interface PostgresLedger extends Ledger {
  /** Jobs that wait for a batch. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** The ledger in PostgreSQL, which any number of processes share. */
export async function openPostgresLedger(pool: pg.Pool, lostMs = lostAfterMs): Promise<PostgresLedger> {
  const open = new OpenCalls();
  const doubtful = new DoubtfulHolds(pool);
  const recover = (nowMs: number) => recoverLost(pool, { self: instance.key(), lostMs, nowMs });
  const instance = await openInstance(pool, {
    firstOpenCall: () => open.first(),
    async tend() {
      await doubtful.release();
      await recover(Date.now());
    },
  });

  async function holdAll(jobs: HoldPayload[]): Promise<(HoldResult | Error)[]> {
    const end = open.begin();
    let key = instance.key();
    try {
      const results = await runBatch(jobs, {
        run: (some) => runHolds(pool, key, some),
        async renew() {
          await instance.renew(key);
          key = instance.key();
        },
      });
      for (const result of results)
        if (!(result instanceof Error) && result.outcome === 'held') open.opened(result.callKey);
      return results;
    } catch (error) {
      doubtful.add(jobs.map(([callId]) => callId));
      throw error;
    } finally {
      end();
    }
  }

  async function settleAll(jobs: SettlePayload[]): Promise<(Balance | Error)[]> {
    const run = (some: SettlePayload[]) => runSettlements(pool, some);
    const results = await settleAgain(pool, jobs, (some) => runBatch(some, { run }));
    for (const [callKey] of jobs) open.resolved(callKey);
    return results;
  }

  const holds = new BatchLine(lanes, holdAll);
  const settlements = new BatchLine(lanes, settleAll);
  const settle = (payload: SettlePayload) => {
    refuseUnlessCredits(payload[2]);
    return settlements.add(payload);
  };
  return {
    get waiting() {
      return holds.waiting + settlements.waiting;
    },
    async hold(hold) {
      refuseUnlessCredits(hold.credits);
      return holds.add(holdPayload(hold));
    },
    findEarlier: (key, owner, purse) => findEarlier(pool, key, owner, purse),
    settle: async (settlement) => settle(settlePayload(settlement, settled, settlement.charged)),
    release: async (release) => settle(settlePayload(release, released, 0)),
    grant: (grant) => grantCredits(pool, grant),
    balance: (purse) => readBalance(pool, purse),
    entries: (purseId, page) => readEntries(pool, purseId, page),
    recover,
    check: (options) => checkLedger(pool, options),
    close: () => instance.close(),
  };
}
