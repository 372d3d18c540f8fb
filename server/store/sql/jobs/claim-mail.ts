import type { ClaimedMail, ClaimPayload } from '../../mail-changes.ts';
import { all, msOf, statement, type Steps, timeOf } from '../statement.ts';

type Row = Omit<ClaimedMail, 'createdAt' | 'leaseUntil'> & { createdAt: number | Date };

/** PostgreSQL passes by the rows that another portal is taking. SQLite has one writer. */
const claimWith = (lock: string) =>
  `WITH due AS MATERIALIZED (
     SELECT key AS dueKey FROM Mail WHERE nextAttemptAt <= ? AND (leaseUntil IS NULL OR leaseUntil <= ?)
      ORDER BY nextAttemptAt, key LIMIT ? ${lock})
   UPDATE Mail SET attempts = attempts + 1, leaseUntil = ? FROM due WHERE key = dueKey
   RETURNING key, id, kind, "to", subject, text, createdAt, attempts`;
const claim = statement<Row>(claimWith(''), claimWith('FOR UPDATE SKIP LOCKED'));

/** Takes mails that are due. After a crash others take them when the lease ends. */
export function* claimMail({ now, leaseUntil, most }: ClaimPayload): Steps<ClaimedMail[]> {
  const rows = yield* all(claim, timeOf(now), timeOf(now), most, timeOf(leaseUntil));
  return rows
    .map((row) => ({ ...row, createdAt: msOf(row.createdAt), leaseUntil }))
    .sort((one, other) => one.key - other.key);
}
