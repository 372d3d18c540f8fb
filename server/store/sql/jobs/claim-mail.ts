import type { ClaimedMail, ClaimPayload } from '../../mail-changes.ts';
import { countReceivers } from '../count-receivers.ts';
import { first, msOf, statement, type Steps, timeOf } from '../statement.ts';

type Row = Omit<ClaimedMail, 'createdAt' | 'leaseUntil'> & { createdAt: number | Date };

/** PostgreSQL passes by the rows that another portal is taking. SQLite has one writer. */
const claimWith = (addresses: string, lock: string) =>
  `WITH due AS MATERIALIZED (
     SELECT key AS dueKey FROM Mail
      WHERE nextAttemptAt <= ? AND (leaseUntil IS NULL OR leaseUntil <= ?) AND "to" NOT IN (SELECT ${addresses})
      ORDER BY nextAttemptAt, key LIMIT 1 ${lock})
   UPDATE Mail SET attempts = attempts + 1, leaseUntil = ? FROM due WHERE key = dueKey
   RETURNING key, id, kind, "to", subject, text, createdAt, attempts`;
const claim = statement<Row>(
  claimWith('value FROM json_each(?)', ''),
  claimWith('* FROM json_array_elements_text(?)', 'FOR UPDATE SKIP LOCKED'),
);

/** Takes mails that are due, one by one. After a crash others take them when the lease ends. */
export function* claimMail({
  now,
  leaseUntil,
  most,
  share = { most, sendingTo: [] },
}: ClaimPayload<string>): Steps<ClaimedMail[]> {
  const sending = countReceivers(share.sendingTo);
  const claimed: ClaimedMail[] = [];
  while (claimed.length < most) {
    const full = [...sending].filter(([, count]) => count >= share.most).map(([address]) => address);
    const row = yield* first(claim, timeOf(now), timeOf(now), JSON.stringify(full), timeOf(leaseUntil));
    if (!row) break;
    sending.set(row.to, (sending.get(row.to) ?? 0) + 1);
    claimed.push({ ...row, createdAt: msOf(row.createdAt), leaseUntil });
  }
  return claimed.sort((one, other) => one.key - other.key);
}
