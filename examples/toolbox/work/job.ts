import type { Reply } from '../operation.ts';
import type { WorkRequest } from './message.ts';

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
