import type { FinishMailPayload } from '../../mail-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const finish = statement(
  `UPDATE Mail SET leaseUntil = NULL, sentAt = ?, failedAt = ?, nextAttemptAt = ?, lastError = ?
    WHERE key = ? AND leaseUntil = ?`,
);

export function* finishMail(result: FinishMailPayload): Steps<{ finished: boolean }> {
  const { key, leaseUntil, lastError } = result;
  const times = [result.sentAt, result.failedAt, result.nextAttemptAt].map((ms) => timeOf(ms));
  return { finished: (yield* run(finish, ...times, lastError, key, timeOf(leaseUntil))) > 0 };
}
