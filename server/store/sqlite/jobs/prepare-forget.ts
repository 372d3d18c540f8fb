import type { Database } from 'better-sqlite3';
import { forget, keptAnswer, keptInput } from '../../sql/forget.ts';
import { prepareSteps } from '../run-steps.ts';

/** Deletes the stored input or response of a call and releases its bytes; false if there was none. */
export function prepareForget(
  database: Database,
  table: 'CallInput' | 'IdempotentCall',
): (callKey: number) => boolean {
  const run = prepareSteps(database);
  const kept = table === 'CallInput' ? keptInput : keptAnswer;
  return (callKey) => run(forget(kept, callKey));
}
