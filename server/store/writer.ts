import type { Balance } from '../../lib/ledger/purse.ts';
import type { Author } from './author.ts';
import type { Published } from './sql/job.ts';
import type { HoldResult, CheckedPart, HoldPayload, PrunePayload, SettlePayload } from './ledger.ts';
import type { Move, MovePayload } from './move/move-state.ts';
import type { SharedVerbs } from './sql/shared-jobs.ts';

type Nothing = Record<string, never>;

/** What each engine does in its own way: the verbs of the ledger, and of its file. */
export interface EngineVerbs {
  hold(payload: HoldPayload): HoldResult;
  'mark-checked'(payload: CheckedPart): { marked: boolean };
  /** Returns the move after this step. */
  move(payload: MovePayload): Move | null;
  /** Resolves if writes can be committed now. */
  probe(payload: Nothing): undefined;
  prune(payload: PrunePayload): { deleted: number; lastKey: number | null };
  recover(payload: { nowMs: number }): { unknown: number };
  settle(payload: SettlePayload): Balance;
  'shorten-file'(payload: Nothing): { bytes: number; isDone: boolean };
}

export type EngineVerb = keyof EngineVerbs;
/** Every verb of the writer, with what it takes and returns. */
export interface WriterVerbs extends EngineVerbs, SharedVerbs {}
export type Verb = keyof WriterVerbs;
export type Payload<Name extends Verb> = Parameters<WriterVerbs[Name]>[0];
export type Result<Name extends Verb> = ReturnType<WriterVerbs[Name]>;

/** Jobs that may wait for their commit. Further ones are refused at once. */
export const queueLimit = 4_096;

/** The one way to write what must hold together. What `run` resolved with is on the disk. */
export interface Writer {
  /**
   * Rejects with a WriterError. Expected refusals are part of the result. The audit log names the author, by default
   * the portal itself.
   */
  run<Name extends Verb>(verb: Name, payload: Payload<Name>, author?: Author): Promise<Result<Name>>;
  /** Called after each commit that affects cached data. Returns a function that unsubscribes. */
  onPublish(listener: (what: Published) => void): () => void;
  /** Refuses further jobs, finishes the waiting ones, and closes the database. */
  close(): Promise<void>;
}

/** A writer with statistics. */
export interface WatchedWriter extends Writer {
  /** Jobs that wait for their commit. */
  readonly waiting: number;
  /** How many portals shared the database a few seconds ago, with this one. */
  readonly portals: number;
  /** Whether the database took the last sign of life, a few seconds ago. */
  readonly isReachable: boolean;
  /** Calls the listener with the number of jobs in each committed batch. */
  onBatch(listener: (jobs: number) => void): void;
}

export type WriterErrorCode =
  /** Too many jobs are waiting. Try again in a moment. */
  | 'queue-full'
  /** Another process holds the database. */
  | 'storage-busy'
  /** The disk is full or failed. */
  | 'storage-failed'
  /** The writer is closed or died. Running jobs may or may not be on the disk. */
  | 'writer-stopped'
  /** The data is being moved to another database, or has moved there. */
  | 'moving'
  | 'moved'
  /** The database went away during the job, which may or may not be on the disk. */
  | 'storage-lost'
  /** The author of the change may not make it any more. Nothing was changed. */
  | 'author-refused'
  /** The account of the change is closed. Nothing was changed. */
  | 'account-closed'
  /** The job threw and changed nothing. */
  | 'job-failed';

const brand = Symbol.for('farebox.writer-error');

/** Recognised by its brand, as a Problem is: the server and Next load this module separately. */
export class WriterError extends Error {
  readonly [brand] = true;
  override name = 'WriterError';
  readonly code: WriterErrorCode;

  static override [Symbol.hasInstance](value: unknown): value is WriterError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  constructor(code: WriterErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** For a store that only reads. Another process may report its publications. */
export class AbsentWriter implements WatchedWriter {
  readonly waiting = 0;
  readonly portals = 1;
  readonly isReachable = true;
  readonly #listeners = new Set<(what: Published) => void>();

  run(): Promise<never> {
    return Promise.reject(new WriterError('writer-stopped', 'This process only reads.'));
  }

  onPublish(listener: (what: Published) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBatch(): void {}

  publish(what: Published): void {
    for (const listener of this.#listeners) listener(what);
  }

  async close(): Promise<void> {}
}
