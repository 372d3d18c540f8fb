import type pg from 'pg';
import { freeInputMs, idempotencyRowMs } from '../../../../lib/ledger/earlier-call.ts';
import type { PrunePayload } from '../../ledger.ts';
import { lockTimeout, stateOf } from '../writer-error.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rowsAtOnce = 500;

interface Pruned {
  inputs: number;
  answers: number;
}

type What = PrunePayload['what'];

interface Run {
  deleted: number;
  lastKey: number | null;
}

/** Deletes expired inputs and idempotency keys, some at a time. */
export async function pruneLedger(pool: pg.Pool, nowMs: number, retentionDays: number): Promise<Pruned> {
  const inputsBeforeMs = nowMs - retentionDays * dayMs;
  const pruneAll = async (what: What) => {
    let total = 0;
    for (let afterKey: number | null = 0; afterKey !== null; ) {
      const run: Run = await pruneSome(pool, { what, nowMs, inputsBeforeMs, afterKey });
      total += run.deleted;
      afterKey = run.lastKey;
    }
    return total;
  };
  const inputs =
    (await dropOldInputs(pool, inputsBeforeMs)) +
    (await pruneAll('inputs')) +
    (await pruneAll('free-inputs'));
  return { inputs, answers: await pruneAll('answers') };
}

/** Whole days at once, which leaves nothing for a vacuum to do. */
async function dropOldInputs(pool: pg.Pool, beforeMs: number): Promise<number> {
  for (let total = 0; ; ) {
    const dropped = await unlessLocked(() => dropOldDay(pool, beforeMs));
    if (dropped === null || dropped === undefined) return total;
    total += dropped;
  }
}

/** Null if there is no such day. */
async function dropOldDay(pool: pg.Pool, beforeMs: number): Promise<number | null> {
  const { rows } = await pool.query<{ dropped: number | null }>('SELECT drop_old_inputs($1) AS dropped', [
    beforeMs,
  ]);
  return rows[0]?.dropped ?? null;
}

/** Deletes some. `lastKey` is null when nothing that is due is left. */
export async function pruneSome(
  pool: pg.Pool,
  { what, nowMs, inputsBeforeMs, afterKey }: PrunePayload,
): Promise<Run> {
  const beforeMs = {
    inputs: inputsBeforeMs,
    'free-inputs': Math.max(inputsBeforeMs, nowMs - freeInputMs),
    answers: nowMs - idempotencyRowMs + 1,
  };
  const { rows } = await pool.query<Run>(
    'SELECT deleted, last_key AS "lastKey" FROM prune_some($1, $2, $3, $4, $5)',
    [what, nowMs, beforeMs[what], afterKey, rowsAtOnce],
  );
  return rows[0] ?? { deleted: 0, lastKey: null };
}

/** Runs what changes tables; undefined if somebody reads them for long, for instance a backup. Later is early enough. */
export async function unlessLocked<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await change();
  } catch (error) {
    if (stateOf(error) === lockTimeout) return undefined;
    throw error;
  }
}
