import { setTimeout } from 'node:timers/promises';
import { type Author, portalAuthor } from '../author.ts';
import { type Published, auditedSteps, type Job, type Publishing } from '../sql/job.ts';
import { isSharedVerb, sharedJob } from '../sql/shared-jobs.ts';
import { type Steps, first, run, statement } from '../sql/statement.ts';
import {
  type EngineVerb,
  type Payload,
  queueLimit,
  type Result,
  type Verb,
  type Writer,
  WriterError,
} from '../writer.ts';
import { openConnections } from './connections.ts';
import { Notices, channel } from './notices.ts';
import { runTransaction } from './run-steps.ts';
import { writerError, isConflict, JobThrew } from './writer-error.ts';
import type pg from 'pg';

/** The verbs of the ledger, which are not shared with SQLite. */
export interface PostgresLedgerWriter {
  readonly verbs: { [Name in EngineVerb]: (payload: Payload<Name>) => Promise<Result<Name>> };
  /** Finishes what waits. */
  close(): Promise<void>;
}

/** Opens the writer of a migrated PostgreSQL database. If that fails, closes the ledger. */
export async function startPostgresWriter(
  connectionString: string,
  ledger: PostgresLedgerWriter,
): Promise<PostgresWriter> {
  try {
    const notices = await Notices.open(connectionString);
    return new PostgresWriter(connectionString, notices, ledger);
  } catch (error) {
    // Where the database is out of reach, this fails as well.
    await ledger.close().catch(() => {});
    throw writerError('start', error);
  }
}

/** Each shared job is a transaction of its own. */
export class PostgresWriter implements Writer {
  /** A process runs one job of each lock at a time: the others would only hold connections while they wait. */
  readonly #lanes: Record<Published | 'none', Lane> = {
    catalogue: new Lane(),
    grants: new Lane(),
    keys: new Lane(),
    sessions: new Lane(),
    credentials: new Lane(),
    face: new Lane(),
    none: new Lane(),
  };
  readonly #pool: pg.Pool;
  readonly #notices: Notices;
  readonly #ledger: PostgresLedgerWriter;
  readonly #waiting = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(connectionString: string, notices: Notices, ledger: PostgresLedgerWriter) {
    this.#pool = openConnections(connectionString, Object.keys(this.#lanes).length);
    this.#notices = notices;
    this.#ledger = ledger;
  }

  run<Name extends Verb>(
    verb: Name,
    payload: Payload<Name>,
    author: Author = portalAuthor,
  ): Promise<Result<Name>> {
    if (this.#closed) return Promise.reject(new WriterError('writer-stopped', 'The writer is closed.'));
    const job = jobOf(verb);
    if (!job) return verbOf(this.#ledger.verbs, verb)(payload);
    if (this.#waiting.size >= queueLimit)
      return Promise.reject(new WriterError('queue-full', `${queueLimit} writes are waiting already.`));
    const lane = this.#lanes[job.locks ?? (job.publishes || 'none')];
    const running = lane.run(() => this.#runJob(job, () => auditedSteps(job, payload, author)));
    this.#waiting.add(running);
    const done = () => this.#waiting.delete(running);
    running.then(done, done);
    return running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  onPublish(listener: (what: Published) => void): () => void {
    return this.#notices.onPublish(listener);
  }

  async close(): Promise<void> {
    await (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#waiting);
    await Promise.all([this.#ledger.close(), this.#notices.close(), this.#pool.end()]);
  }

  async #runJob<Result>(job: Publishing & { name: string }, work: () => Steps<Result>): Promise<Result> {
    try {
      const { result, generation } = await runJob(this.#pool, job, work);
      // Listeners run first, so that the caller of the job cannot get stale cached data.
      if (job.publishes && generation !== undefined) this.#notices.hear(job.publishes, generation);
      return result;
    } catch (error) {
      throw writerError(job.name, error);
    }
  }
}

type Ran<Name extends Verb> = (payload: Payload<Name>) => Promise<Result<Name>>;

/** The job of a verb, if both engines share it. */
function jobOf<Name extends Verb>(verb: Name): Job<Payload<Name>, Result<Name>> | undefined {
  return (isSharedVerb(verb) ? sharedJob(verb) : undefined) as Job<Payload<Name>, Result<Name>> | undefined;
}

/** The verb of the ledger with this name: each verb that is no shared job is one of them. */
function verbOf<Name extends Verb>(verbs: PostgresLedgerWriter['verbs'], verb: Name): Ran<Name> {
  return Reflect.get(verbs, verb) as Ran<Name>;
}

/**
 * Runs tasks one after another. When the database fails one, those that wait fail with it: each would wait for the
 * same database in turn.
 */
class Lane {
  #last: Promise<void> = Promise.resolve();
  #failures = 0;
  #failure: WriterError | undefined;

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const failures = this.#failures;
    const result = this.#last.then(() => {
      if (this.#failure && this.#failures > failures) throw this.#failure;
      return task();
    });
    this.#last = result.then(
      () => {},
      (error: unknown) => this.#note(error),
    );
    return result;
  }

  #note(error: unknown): void {
    if (error === this.#failure || !(error instanceof WriterError) || error.code !== 'storage-failed') return;
    this.#failure = error;
    this.#failures += 1;
  }
}

/** The result of a job, and the generation of what it publishes. */
interface Written<Result> {
  result: Result;
  generation: number | undefined;
}

const triesWithinMs = 5_000;
const firstPauseMs = 10;

/** Runs a job in a transaction, and again where another got in its way. */
async function runJob<Result>(
  pool: pg.Pool,
  job: Publishing,
  work: () => Steps<Result>,
): Promise<Written<Result>> {
  const until = performance.now() + triesWithinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await runTransaction(pool, () => steps(job, work));
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
function* steps<Result>(job: Publishing, work: () => Steps<Result>): Steps<Written<Result>> {
  let generation: number | undefined;
  if (job.publishes) generation = (yield* first(raise, job.publishes))?.number;
  if (job.locks) yield* run(lock, job.locks);
  try {
    return { result: yield* work(), generation };
  } catch (cause) {
    throw new JobThrew(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
