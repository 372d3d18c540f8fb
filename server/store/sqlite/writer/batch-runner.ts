import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3';
import { log } from '../../../log.ts';
import { type Author, portalAuthor } from '../../author.ts';
import type { Move } from '../../move/move-state.ts';
import { AuthorRefused } from '../../sql/check-author.ts';
import { type Published, auditedSteps } from '../../sql/job.ts';
import { sharedJob, sharedJobs, type SharedVerb } from '../../sql/shared-jobs.ts';
import type { WriterErrorCode, Verb } from '../../writer.ts';
import { isDamage } from '../database-unusable.ts';
import { hold } from '../jobs/hold.ts';
import { prepareReadMove, refusalOf, move } from '../jobs/move.ts';
import { prune } from '../jobs/prune.ts';
import { recover, settle } from '../jobs/settle.ts';
import { markChecked, probe, shortenFile } from '../jobs/shorten-file.ts';
import { prepareSteps } from '../run-steps.ts';
import type { OrderedJob, Outcome, Job } from './message.ts';

/** A batch takes no more jobs after this time, so that nobody waits 50 ms for it. */
const batchLimitMs = 20;
const batchLimitJobs = 512;

interface Batch {
  outcomes: Outcome[];
  published: Published[];
  /** The jobs that did not fit. */
  rest: OrderedJob[];
}

interface PreparedJob {
  publishes: Published | false;
  run: (payload: unknown, author: Author) => unknown;
}

/** A job, whatever its payload. */
interface AnyJob {
  publishes: Published | false;
  prepare(database: Database): (payload: never, author: Author) => unknown;
}

/** A job threw where nothing would undo what it wrote so far. */
class Unguarded extends Error {}

/**
 * Runs jobs in one transaction, and reports them when it is on the disk. A job that throws is undone. That is rare, and
 * a savepoint costs as much as a statement: so a batch runs without savepoints first, and if a job throws, the whole
 * batch is undone and run again with them.
 */
export class BatchRunner {
  readonly #database: Database;
  readonly #prepared: Map<string, PreparedJob>;
  readonly #readMove: () => Move | null;
  /** As it is at this place of the transaction. */
  #move: Move | null = null;
  readonly #statements: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'undo' | 'release', Statement>;

  constructor(database: Database) {
    this.#database = database;
    this.#prepared = new Map(Object.entries(jobs).map(([verb, job]) => [verb, prepare(job, database)]));
    this.#readMove = prepareReadMove(database);
    this.#statements = {
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      rollback: database.prepare('ROLLBACK'),
      savepoint: database.prepare('SAVEPOINT job'),
      undo: database.prepare('ROLLBACK TO job'),
      release: database.prepare('RELEASE job'),
    };
  }

  run(waiting: OrderedJob[]): Batch {
    if (waiting.length === 0) return { outcomes: [], published: [], rest: [] };
    return this.#runBatch(waiting, (job) => this.#runJob(job)) ?? this.#runGuarded(waiting);
  }

  #runGuarded(waiting: OrderedJob[]): Batch {
    const { savepoint, undo, release } = this.#statements;
    const batch = this.#runBatch(waiting, (job) => {
      savepoint.run();
      const outcome = this.#runJob(job, () => undo.run());
      release.run();
      return outcome;
    });
    if (batch) return batch;
    throw new Error('A batch is run at most twice.');
  }

  /** Undefined if it was undone and must run again. */
  #runBatch(waiting: OrderedJob[], runJob: (job: OrderedJob) => Outcome): Batch | undefined {
    const outcomes: Outcome[] = [];
    const published: Published[] = [];
    try {
      this.#statements.begin.run();
      this.#move = this.#readMove();
      const until = performance.now() + batchLimitMs;
      for (const job of waiting) {
        const outcome = runJob(job);
        outcomes.push(outcome);
        const publishes = outcome.ok && this.#prepared.get(job.verb)?.publishes;
        if (publishes && !published.includes(publishes)) published.push(publishes);
        if (outcomes.length >= batchLimitJobs || performance.now() >= until) break;
      }
      this.#statements.commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#statements.rollback.run();
      if (error instanceof Unguarded) return undefined;
      // A damaged file cannot be trusted, so the writer and the portal exit.
      if (isDamage(error)) throw error;
      return { outcomes: allFailed(waiting, error), published: [], rest: [] };
    }
    return { outcomes, published, rest: waiting.slice(outcomes.length) };
  }

  #runJob({ number, verb, payload, author = portalAuthor }: OrderedJob, undo?: () => void): Outcome {
    const job = this.#prepared.get(verb);
    if (!job) return { number, ok: false, code: 'job-failed', message: `The writer has no verb "${verb}".` };
    const refusal = this.#move && refusalOf(this.#move, verb);
    if (refusal) return { number, ok: false, ...refusal };
    try {
      const result = job.run(payload, author);
      if (verb === 'move') this.#move = this.#readMove();
      return { number, ok: true, result };
    } catch (error) {
      // On a full disk SQLite undoes the whole transaction with all its jobs.
      if (!this.#database.inTransaction || isStorageFailure(error)) throw error;
      if (!undo) throw new Unguarded();
      undo();
      if (error instanceof AuthorRefused)
        return { number, ok: false, code: error.code, message: error.message };
      return { number, ok: false, code: 'job-failed', message: `${verb}: ${messageOf(error)}` };
    }
  }
}

function prepare(job: AnyJob, database: Database): PreparedJob {
  const run = job.prepare(database);
  return { publishes: job.publishes, run: (payload, author) => run(payloadOf(payload), author) };
}

/** `Writer.run` pairs each verb with the payload of its job. */
function payloadOf(payload: unknown): never {
  return payload as never;
}

function allFailed(jobsOfBatch: OrderedJob[], error: unknown): Outcome[] {
  const code: WriterErrorCode = /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
    ? 'storage-busy'
    : 'storage-failed';
  const message = `The database could not be written: ${messageOf(error)}.`;
  return jobsOfBatch.map(({ number }) => ({ number, ok: false, code, message }));
}

function isStorageFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|NOMEM|CORRUPT|NOTADB|READONLY|CANTOPEN|BUSY|LOCKED)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What runs each verb of the writer: a job of both engines, or a file in `jobs/`. */
const jobs: { [Name in Verb]: Job<Name> } = {
  ...asJobs([...sharedJobs.values()].map(({ name }) => [name, sqliteJob(name)])),
  hold,
  'mark-checked': markChecked,
  move,
  probe,
  prune,
  recover,
  settle,
  'shorten-file': shortenFile,
};

/** A shared job as one of the thread. */
function sqliteJob<Name extends SharedVerb>(verb: Name): Job<Name> {
  const job = sharedJob(verb);
  return {
    publishes: job.publishes,
    prepare(database) {
      const run = prepareSteps(database);
      return (payload, author) => run(auditedSteps(job, payload, author));
    },
  };
}

/** Each job is under the verb of the shared job that it was made of. */
function asJobs(shared: [string, unknown][]) {
  return Object.fromEntries(shared) as { [Name in SharedVerb]: Job<Name> };
}

/** Pages moved from the log into the database at a time: a few milliseconds. */
const pagesAtOnce = 1_000;

interface LogState {
  /** Pages in the log, and how many of them are already in the database. */
  log: number;
  checkpointed: number;
}

/**
 * Moves the log into the database after a batch is reported, instead of within each commit as SQLite does. It retries
 * less and less often while a reader holds an old snapshot, because each attempt scans the whole log without success.
 */
export function keepLogShort(database: Database): () => void {
  database.pragma('wal_autocheckpoint = 0');
  const look = database.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)');
  const carryOver = database.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)');
  let mostPages = pagesAtOnce;
  return () => {
    try {
      if (pagesLeft(look.get()) < mostPages) return;
      mostPages = pagesAtOnce + 2 * pagesLeft(carryOver.get());
    } catch (error) {
      // Reported data is safe in the log even on a full disk. The log grows, and the next batch retries.
      if (!(error instanceof SqliteDatabase.SqliteError) || isDamage(error)) throw error;
      mostPages += pagesAtOnce;
      log('error', 'log-not-shortened', { code: error.code, error: error.message });
    }
  };
}

function pagesLeft(state: LogState | undefined): number {
  return state ? state.log - state.checkpointed : 0;
}
