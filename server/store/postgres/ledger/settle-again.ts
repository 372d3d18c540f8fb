import { balanceOf, type Balance } from '../../../../lib/ledger/purse.ts';
import { setTimeout } from 'node:timers/promises';
import { WriterError } from '../../writer.ts';
import { writerError } from '../writer-error.ts';
import type { SettlePayload } from '../../ledger.ts';
import type pg from 'pg';

/** A call that was made waits so long for a database that went away, for instance because it starts again. */
const patienceMs = 20_000;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

type Results = (Balance | Error)[];

/**
 * Settles calls, again and again while the database is out of reach. A try whose answer was lost may have been
 * committed: then the next one finds the calls resolved as they should be. Rejects if nobody can say so in the end.
 */
export async function settleAgain(
  pool: pg.Pool,
  jobs: SettlePayload[],
  settle: (jobs: SettlePayload[]) => Promise<Results>,
  forMs = patienceMs,
): Promise<Results> {
  const until = performance.now() + forMs;
  for (let pauseMs = 0; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs || firstPauseMs)) {
    try {
      if (pauseMs > 0) await setTimeout(pauseMs * (0.5 + Math.random()));
      const results = await settle(jobs);
      return pauseMs === 0 ? results : await resolvedBefore(pool, jobs, results);
    } catch (error) {
      const isBeyondReach =
        error instanceof WriterError && ['storage-failed', 'storage-busy'].includes(error.code);
      if (!isBeyondReach) throw error;
      if (performance.now() > until) throw new WriterError('storage-lost', error.message);
    }
  }
}

interface ResolvedRow {
  key: number;
  state: number;
  charged: number;
  posted: number;
  pending: number;
}

async function resolvedBefore(pool: pg.Pool, jobs: SettlePayload[], results: Results): Promise<Results> {
  if (!results.some((result) => result instanceof Error)) return results;
  const asking = pool.query<ResolvedRow>(
    `SELECT c."key", c."state", c."charged", p."posted", p."pending"
       FROM "Call" c JOIN "Purse" p ON p."key" = c."purseKey" WHERE c."key" = ANY($1)`,
    [jobs.map(([callKey]) => callKey)],
  );
  const { rows } = await asking.catch((error: unknown) => {
    throw writerError('settle', error);
  });
  const resolved = new Map(rows.map((row) => [row.key, row]));
  return results.map((result, place) => {
    const [callKey, state, charged] = jobs[place] ?? [];
    const row = result instanceof Error && callKey !== undefined ? resolved.get(callKey) : undefined;
    return row && row.state === state && row.charged === charged
      ? balanceOf(row.posted, row.pending)
      : result;
  });
}
