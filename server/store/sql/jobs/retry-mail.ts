import type { z } from 'zod';
import type { RetryMailResult, retryMailPayload } from '../../mail-changes.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

type Moment = number | Date | null;

const find = statement<{ sentAt: Moment; leaseUntil: Moment }>(
  'SELECT sentAt, leaseUntil FROM Mail WHERE id = ?',
);
const queue = statement(
  `UPDATE Mail SET attempts = 0, nextAttemptAt = ?, failedAt = NULL, leaseUntil = NULL
    WHERE id = ? AND sentAt IS NULL AND (leaseUntil IS NULL OR leaseUntil <= ?)`,
);

/** Makes an unsent mail due now, with all its attempts. */
export function* retryMail({ id, now }: z.output<typeof retryMailPayload>): Steps<RetryMailResult> {
  const mail = yield* first(find, id);
  if (!mail) return { state: 'unknown' };
  if (mail.sentAt !== null) return { state: 'sent' };
  if ((msOf(mail.leaseUntil) ?? 0) > now) return { state: 'being-sent' };
  const queued = yield* run(queue, timeOf(now), id, timeOf(now));
  return { state: queued > 0 ? 'queued' : 'being-sent' };
}
