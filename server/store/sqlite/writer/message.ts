import type { Database } from 'better-sqlite3';
import type { Author } from '../../author.ts';
import type { Published } from '../../sql/job.ts';
import type { WriterErrorCode, Payload, Result, Verb } from '../../writer.ts';

/** The start data of the writer's thread. */
export interface WriterData {
  databaseFile: string;
  bell: Bell;
}

/** Counts the orders. Senders notify it, and the thread may wait for it. */
export type Bell = Int32Array<SharedArrayBuffer>;

/** A message to the writer's thread: several jobs, or the request to close. */
export type Order = { jobs: OrderedJob[] } | 'close';

export interface OrderedJob {
  number: number;
  verb: string;
  payload: unknown;
  /** Left out for the portal itself, because names cost time with every call. */
  author?: Author;
}

/** A message from the thread: first `ready`, then the outcomes of each committed batch, in order. */
export type Report = 'ready' | { published: Published[]; outcomes: Outcome[] };

export type Outcome =
  | { number: number; ok: true; result?: unknown }
  | { number: number; ok: false; code: WriterErrorCode; message: string };

/** What runs a verb of the writer. It runs inside a savepoint of its own: what it throws undoes it alone. */
export interface Job<Name extends Verb> {
  /** What it changes that is kept in memory elsewhere. */
  publishes: Published | false;
  /** Prepares its statements once and returns what runs them; a run takes 20 ms at the very most. */
  prepare(database: Database): (payload: Payload<Name>, author: Author) => Result<Name>;
}
