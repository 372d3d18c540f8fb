import type { Reply } from '../operation.ts';

/** One call of a heavy operation. */
export interface Job {
  request: WorkRequest;
  bytes: number;
  limitMs: number;
  /** It has exceeded the time of quick jobs, or is similar to one that has. */
  isLong: boolean;
  /** The caller has disconnected. */
  isGone: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A request to a worker. The input is JSON text, which is several times faster than cloning many objects. */
export interface WorkRequest {
  operationId: string;
  input: string;
  files: Record<string, Uint8Array>;
}

/** A message from a worker. */
export type WorkReport =
  /** The worker can take a request. */
  | { kind: 'ready' }
  /** The operation is loaded, and the work begins. */
  | { kind: 'loaded' }
  | { kind: 'reply'; type: string; body: string | Uint8Array }
  /** The input makes no sense; the sentence says why. */
  | { kind: 'refusal'; sentence: string }
  /** The operation failed. */
  | { kind: 'failure'; stack: string };

/** Refused callers may retry after this time. */
export const retryAfterSeconds = 2;

/** The queue is full. The portal responds to its own caller with 503 `upstream-busy`. */
export class Busy extends Error {
  override name = 'Busy';
  readonly status = 429;

  constructor() {
    super(`Too much work is waiting; try again in ${retryAfterSeconds} seconds`);
  }
}

/** The heap of a worker: several times what ordinary input needs. */
export const heapLimitMib = 384;

export const memorySentence = `This input needs more than ${heapLimitMib} MiB of memory; send a smaller one.`;
