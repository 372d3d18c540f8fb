import type pg from 'pg';
import type { HoldPayload, SettlePayload } from '../../ledger-changes.ts';
import type { Balance, HoldResult } from '../../ledger.ts';
import { queueLimit, WriterError } from '../../writer.ts';
import type { PostgresLedgerWriter } from '../postgres-writer.ts';
import { refuseUnlessCredits } from '../../sql/refuse-unless-credits.ts';
import { BatchLine } from './batch-line.ts';
import { DoubtfulHolds } from './doubtful-holds.ts';
import { grantSteps } from './grant-steps.ts';
import { lostAfterMs, openInstance } from './instance.ts';
import { OpenCalls } from './open-calls.ts';
import { pruneSome } from './prune-ledger.ts';
import { recoverLost } from './recover-lost.ts';
import { runBatch } from './run-batch.ts';
import { runHolds } from './run-holds.ts';
import { runSettlements } from './run-settlements.ts';
import { settleAgain } from './settle-again.ts';

/** Batches of each kind that run at once. */
const lanes = 2;

export interface LedgerBatches extends PostgresLedgerWriter {
  /** Jobs that wait for a batch. */
  readonly waiting: number;
  /** Calls the listener with the number of jobs in each committed batch. */
  onBatch(listener: (jobs: number) => void): void;
}

/** What writes the ledger in PostgreSQL, as one of any number of processes. */
export async function openLedgerBatches(pool: pg.Pool, lostMs = lostAfterMs): Promise<LedgerBatches> {
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
    // Until the end, this process counts what it cannot name yet among its open calls.
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
      end();
      return results;
    } catch (error) {
      const callIds = jobs.map(([callId]) => callId);
      doubtful.add(callIds, end);
      throw error;
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

  async function hold(payload: HoldPayload): Promise<HoldResult> {
    refuseUnlessCredits(payload[creditsOfHold]);
    refuseAbove(queueLimit, holds.waiting);
    return holds.add(payload);
  }

  async function settle(payload: SettlePayload): Promise<Balance> {
    refuseUnlessCredits(payload[creditsOfSettlement]);
    return settlements.add(payload);
  }

  return {
    grant: grantSteps,
    verbs: {
      hold,
      settle,
      probe: () => instance.show(),
      prune: (payload) => pruneSome(pool, payload),
      recover: ({ nowMs }) => recover(nowMs),
      ...fileVerbs,
    },
    get waiting() {
      return holds.waiting + settlements.waiting;
    },
    onBatch(listener) {
      holds.onBatch(listener);
      settlements.onBatch(listener);
    },
    close: () => instance.close(),
  };
}

/** For the file of SQLite alone. */
const fileVerbs = {
  'mark-checked': () => Promise.resolve({ marked: false }),
  move: () => Promise.resolve(null),
  'shorten-file': () => Promise.resolve({ bytes: 0, isDone: true }),
};

/** Settlements are never refused, because there are no more of them than of holds. */
function refuseAbove(most: number, waiting: number): void {
  if (waiting >= most) throw new WriterError('queue-full', `${most} calls are waiting already.`);
}

/** As in HoldPayload and SettlePayload. */
const creditsOfHold = 8;
const creditsOfSettlement = 2;
