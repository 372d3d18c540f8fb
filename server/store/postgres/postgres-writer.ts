import type pg from 'pg';
import { type Author, portalAuthor } from '../author.ts';
import type { AuditedJob } from '../sql/audited-steps.ts';
import type { EngineSteps, EngineVerb } from '../sql/shared-job.ts';
import { isSharedVerb, sharedJobs } from '../sql/shared-jobs.ts';
import type { Payload, Result, Verb } from '../writer-verbs.ts';
import { type Published, queueLimit, type Writer, WriterError } from '../writer.ts';
import { openConnections } from './connections.ts';
import { Notices } from './notices.ts';
import { runSharedJob } from './run-shared-job.ts';
import { writerError } from './writer-error.ts';

/** The verbs of the ledger, which are not shared with SQLite, and the steps of it that shared jobs take. */
export interface PostgresLedgerWriter extends EngineSteps {
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
    keys: new Lane(),
    sessions: new Lane(),
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
    return this.#runVerb(verb, payloadOf(payload), author);
  }

  #runVerb(verb: Verb, payload: never, author: Author): Promise<never> {
    if (!isSharedVerb(verb)) return this.#ledger.verbs[verb](payload).then(resultOf);
    if (this.#waiting.size >= queueLimit)
      return Promise.reject(new WriterError('queue-full', `${queueLimit} writes are waiting already.`));
    const job: AuditedJob['job'] = sharedJobs[verb];
    const lane = this.#lanes[job.locks ?? (job.publishes || 'none')];
    const running = lane.run(() => this.#runJob({ verb, job, payload, author }));
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

  async #runJob(audited: AuditedJob): Promise<never> {
    const { verb, job } = audited;
    try {
      const { result, generation } = await runSharedJob(this.#pool, audited, this.#ledger);
      // Listeners run first, so that the caller of the job cannot get stale cached data.
      if (job.publishes && generation !== undefined) this.#notices.hear(job.publishes, generation);
      return resultOf(result);
    } catch (error) {
      throw writerError(verb, error);
    }
  }
}

/** `Writer.run` pairs each verb with the payload of its job. */
function payloadOf(payload: unknown): never {
  return payload as never;
}

/** The job of the verb returned it. */
function resultOf(result: unknown): never {
  return result as never;
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
