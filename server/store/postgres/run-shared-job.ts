import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type AuditedJob, auditedSteps } from '../sql/audited-steps.ts';
import type { EngineSteps } from '../sql/shared-job.ts';
import { first, run, statement, type Steps } from '../sql/statement.ts';
import { channel } from './notices.ts';
import { runTransaction } from './run-steps.ts';
import { isConflict, JobThrew } from './writer-error.ts';

/** The result of a job, and the generation of what it publishes. */
interface Written {
  result: unknown;
  generation: number | undefined;
}

const triesWithinMs = 5_000;
const firstPauseMs = 10;

/** Runs a job in a transaction, and again where another got in its way. */
export async function runSharedJob(
  pool: pg.Pool,
  audited: AuditedJob,
  engine: EngineSteps,
): Promise<Written> {
  const until = performance.now() + triesWithinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await runTransaction(pool, () => steps(audited, engine));
    } catch (error) {
      if (!isConflict(error) || performance.now() > until) throw error;
      await setTimeout(pauseMs * Math.random());
    }
  }
}

const raise = statement<{ number: number }>(
  `UPDATE Generation SET number = number + 1 WHERE kind = ?
   RETURNING number, pg_notify('${channel}', kind || ' ' || number)`,
);
const lock = statement('SELECT FROM Generation WHERE kind = ? FOR UPDATE');

/**
 * The row of the generation comes first. Jobs of all processes that take the same row run one after another, and each
 * sees what those before it wrote, as in SQLite: what it reads stays true until it is committed. So generations are
 * also committed in their order.
 */
function* steps(audited: AuditedJob, engine: EngineSteps): Steps<Written> {
  const { job } = audited;
  let generation: number | undefined;
  if (job.publishes) generation = (yield* first(raise, job.publishes))?.number;
  if (job.locks) yield* run(lock, job.locks);
  try {
    return { result: yield* auditedSteps(audited, engine), generation };
  } catch (cause) {
    throw new JobThrew(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
