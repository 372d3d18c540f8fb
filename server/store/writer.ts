import type { Payload, Result, Verb } from './writer-verbs.ts';

/** What a write changed that is kept in memory elsewhere: the catalogue, API keys, or sessions. */
export type Published = 'catalogue' | 'keys' | 'sessions';

/** The one way to write what must hold together. What `run` resolved with is on the disk. */
export interface Writer {
  /** Rejects with a WriterError; a refusal that a verb expects is part of its result. */
  run<Name extends Verb>(verb: Name, payload: Payload<Name>): Promise<Result<Name>>;
  /** Called after each commit that changed what is kept in memory elsewhere. Returns what ends the subscription. */
  onPublish(listener: (what: Published) => void): () => void;
  /** Takes no more jobs, finishes those it has, and lets go of the database. */
  close(): Promise<void>;
}

/** A writer that says how it does. */
export interface WatchedWriter extends Writer {
  /** Jobs that wait for their commit. */
  readonly waiting: number;
  /** The listener is called with the number of jobs of each batch that was committed. */
  onBatch(listener: (jobs: number) => void): void;
}

export type WriterErrorCode =
  /** Too much is waiting: try again in a moment. */
  | 'queue-full'
  /** Another process holds the database. */
  | 'storage-busy'
  /** The disk is full or failed. */
  | 'storage-failed'
  /** The writer is closed or died. What was in flight may or may not be on the disk. */
  | 'writer-stopped'
  /** The job threw, and left nothing behind. */
  | 'job-failed';

export class WriterError extends Error {
  override name = 'WriterError';
  readonly code: WriterErrorCode;

  constructor(code: WriterErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
