import type pg from 'pg';
import { freeInputMs, idempotencyRowMs } from '../../sql/kept-times.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rowsAtOnce = 500;

export interface Pruned {
  inputs: number;
  answers: number;
}

type What = 'inputs' | 'free-inputs' | 'answers';

interface Run {
  deleted: number;
  lastKey: number | null;
}

/** Deletes expired inputs and idempotency keys, some at a time. */
export async function pruneLedger(pool: pg.Pool, nowMs: number, retentionDays: number): Promise<Pruned> {
  const inputsBeforeMs = nowMs - retentionDays * dayMs;
  const freeBeforeMs = Math.max(inputsBeforeMs, nowMs - freeInputMs);
  const inputs = await pruneAll(pool, 'inputs', nowMs, inputsBeforeMs);
  const free = await pruneAll(pool, 'free-inputs', nowMs, freeBeforeMs);
  const answers = await pruneAll(pool, 'answers', nowMs, nowMs - idempotencyRowMs + 1);
  return { inputs: inputs + free, answers };
}

async function pruneAll(pool: pg.Pool, what: What, nowMs: number, beforeMs: number): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const run: Run = await pruneSome(pool, [what, nowMs, beforeMs, after, rowsAtOnce]);
    total += run.deleted;
    after = run.lastKey;
  }
  return total;
}

async function pruneSome(pool: pg.Pool, values: unknown[]): Promise<Run> {
  const { rows } = await pool.query<Run>(
    'SELECT deleted, last_key AS "lastKey" FROM prune_some($1, $2, $3, $4, $5)',
    values,
  );
  return rows[0] ?? { deleted: 0, lastKey: null };
}
