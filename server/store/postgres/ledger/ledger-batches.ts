import type pg from 'pg';
import type { Balance } from '../../../../lib/ledger/purse.ts';
import type { HoldPayload, SettlePayload, HoldResult } from '../../ledger.ts';
import { queueLimit, WriterError } from '../../writer.ts';
import { BatchLine } from '../batch-line.ts';
import type { PostgresLedgerWriter } from '../postgres-writer.ts';
import { type Instance, lostAfterMs, openInstance } from './instance.ts';
import { pruneSome } from './prune-ledger.ts';
import { recoverLost } from './recover-lost.ts';
import { runBatch } from './run-batch.ts';
import { type OpenedCall, runHolds } from './run-holds.ts';
import { type KnownCall, knownCall, runSettlements, resolveUnknown } from './run-settlements.ts';
import { settleAgain } from './settle-again.ts';

export interface LedgerBatches extends PostgresLedgerWriter {
  readonly instance: Instance;
  /** Jobs that wait for a batch. */
  readonly waiting: number;
  /** Calls the listener with the number of jobs in each committed batch. */
  onBatch(listener: (jobs: number) => void): void;
}

/** The most calls of a batch. */
const mostJobs = 256;

interface Options {
  /** After how long without a sign of life a process has lost its calls. */
  lostMs?: number;
  isPortal?: boolean;
}

/** What writes the ledger in PostgreSQL, as one of any number of processes. */
export async function openLedgerBatches(
  pool: pg.Pool,
  { lostMs = lostAfterMs, isPortal = true }: Options = {},
): Promise<LedgerBatches> {
  const open = new OpenCalls();
  const doubtful = new DoubtfulHolds(pool);
  const recover = (nowMs: number) => {
    // Who knows little of the others waits longer. So even portals that end soon after each start resolve what is lost.
    const afterMs = instance.knowsOthers() ? lostMs : 2 * lostMs;
    return recoverLost(pool, { self: instance.key(), lostMs: afterMs, nowMs, mayFence: isPortal });
  };
  const instance = await openInstance(pool, {
    isPortal,
    firstOpenCall: () => open.first(),
    lostMs,
    async tend() {
      await doubtful.release();
      await recover(Date.now());
    },
  });

  async function holdAll(jobs: HoldPayload[]): Promise<(HoldResult | Error)[]> {
    // Until the end, this process counts what it cannot name yet among its open calls.
    const end = open.begin();
    let key = instance.key();
    const opened: OpenedCall[] = [];
    try {
      const results = await runBatch(jobs, {
        run: (some) => runHolds(pool, key, some, (call) => opened.push(call)),
        async renew() {
          await instance.renew(key);
          key = instance.key();
        },
      });
      for (const call of opened) open.opened(call);
      end();
      return results;
    } catch (error) {
      const callIds = jobs.map(([callId]) => callId);
      doubtful.add(callIds, end);
      throw error;
    }
  }

  const holds = new BatchLine(holdAll, mostJobs);
  const settlements = new BatchLine((jobs: SettlePayload[]) => settleAll(pool, open, jobs), mostJobs);

  return {
    verbs: {
      async hold(payload) {
        refuseAbove(queueLimit, holds.waiting);
        return holds.add(payload);
      },
      settle: (payload) => settlements.add(payload),
      probe: () => instance.show(),
      prune: (payload) => pruneSome(pool, payload),
      recover: ({ nowMs }) => recover(nowMs),
      ...fileVerbs,
    },
    instance,
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

async function settleAll(
  pool: pg.Pool,
  open: OpenCalls,
  jobs: SettlePayload[],
): Promise<(Balance | Error)[]> {
  const run = (some: SettlePayload[]) => runSettlements(pool, some, open.calls);
  const results = await settleAgain(pool, jobs, (some) => runBatch(some, { run }));
  for (const [place, [callKey]] of jobs.entries()) if (isResolved(results[place])) open.resolved(callKey);
  return results;
}

/** For the file of SQLite alone. */
const fileVerbs = {
  'mark-checked': () => Promise.resolve({ marked: false }),
  move: () => Promise.resolve(null),
  'shorten-file': () => Promise.resolve({ bytes: 0, isDone: true }),
};

/** A settlement that the ledger refuses is of a call that is resolved. */
function isResolved(result: Balance | Error | undefined): boolean {
  return !(result instanceof WriterError) || result.code === 'job-failed';
}

/** Settlements are never refused, because there are no more of them than of holds. */
function refuseAbove(most: number, waiting: number): void {
  if (waiting >= most) throw new WriterError('queue-full', `${most} calls are waiting already.`);
}

/** Keys of the calls that this process has open, and of holds whose answer it waits for. */
class OpenCalls {
  readonly calls = new Map<number, KnownCall>();
  /** For each batch of holds under way: keys that it makes are larger. */
  readonly #floors = new Map<symbol, number>();
  #newest = 0;

  /** Begins a batch of holds. The returned function ends it. */
  begin(): () => void {
    const batch = Symbol('holds');
    this.#floors.set(batch, this.#newest);
    return () => void this.#floors.delete(batch);
  }

  opened({ key, purse, request }: OpenedCall): void {
    this.calls.set(key, knownCall(purse, request));
    if (key > this.#newest) this.#newest = key;
  }

  resolved(key: number): void {
    this.calls.delete(key);
  }

  /** No call of this process with a smaller key is open. */
  first(): number {
    let first = this.#newest + 1;
    for (const floor of this.#floors.values()) first = Math.min(first, floor + 1);
    for (const key of this.calls.keys()) first = Math.min(first, key);
    return first;
  }
}

/** The server may still write a hold after the connection is lost. No statement takes so long. */
const doubtfulMs = 120_000;

interface Lost {
  callIds: readonly string[];
  until: number;
  /** Called when nothing of it can be open any more. */
  done: () => void;
}

/**
 * Holds whose answer was lost with the connection. Their calls are never made; what was committed of them is resolved
 * as soon as the database is back, and what is committed later is resolved then.
 */
class DoubtfulHolds {
  readonly #pool: pg.Pool;
  #lost: Lost[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  add(callIds: readonly string[], done: () => void): void {
    this.#lost.push({ callIds, until: performance.now() + doubtfulMs, done });
  }

  async release(): Promise<void> {
    const lost = [...this.#lost];
    if (lost.length === 0) return;
    const askedAt = performance.now();
    await this.#resolve(lost.flatMap(({ callIds }) => callIds));
    for (const { until, done } of lost) if (until < askedAt) done();
    this.#lost = this.#lost.filter(({ until }) => until >= askedAt);
  }

  async #resolve(callIds: readonly string[]): Promise<void> {
    const { rows } = await this.#pool.query<{ key: number }>(
      'SELECT "key" FROM "Call" WHERE "id" = ANY($1) AND "state" = 0',
      [callIds],
    );
    await resolveUnknown(
      this.#pool,
      rows.map(({ key }) => key),
      { nowMs: Date.now(), freesKey: true },
    );
  }
}
