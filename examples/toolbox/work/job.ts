import type { Reply } from '../operation.ts';
import type { WorkRequest } from './message.ts';

/** One call of a heavy operation, from its request to its reply. */
export interface Job {
  request: WorkRequest;
  bytes: number;
  limitMs: number;
  /** It has taken longer than quick work does, or is like one that has. */
  isLong: boolean;
  /** Nobody waits for its reply any more. */
  isGone: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}
