import { first, run, type Statement, statement, type Steps } from './statement.ts';

/** Deletes what is kept of a call, and returns its bytes. */
type Kept = Statement<{ bytes: number }>;

export const keptInput: Kept = statement('DELETE FROM CallInput WHERE callKey = ? RETURNING bytes');
export const keptAnswer: Kept = statement('DELETE FROM IdempotentCall WHERE callKey = ? RETURNING bytes');

const giveBack = statement(
  'UPDATE Purse SET keptBytes = keptBytes - ? WHERE key = (SELECT purseKey FROM Call WHERE key = ?)',
);

/** Deletes the stored input or response of a call and releases its bytes; false if there was none. */
export function* forget(kept: Kept, callKey: number): Steps<boolean> {
  const removed = yield* first(kept, callKey);
  if (removed && removed.bytes > 0) yield* run(giveBack, removed.bytes, callKey);
  return removed !== undefined;
}
