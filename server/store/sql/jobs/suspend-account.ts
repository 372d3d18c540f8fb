import type { SuspendAccountPayload } from '../../account-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const makePurse = statement(
  `INSERT INTO Purse (id, posted, pending) SELECT a.id, 0, 0 FROM Account a
    WHERE a.id = ? AND NOT EXISTS (SELECT 1 FROM Purse p WHERE p.id = a.id)`,
);
const suspend = statement(
  'UPDATE Purse SET suspendedAt = ? WHERE id = ? AND suspendedAt IS NULL AND key > 2',
);
const resume = statement('UPDATE Purse SET suspendedAt = NULL WHERE id = ? AND suspendedAt IS NOT NULL');

/** Holds that were begun before end first, and all later ones are refused. */
export function* suspendAccount({
  accountId,
  suspended,
  now,
}: SuspendAccountPayload): Steps<{ changed: boolean }> {
  if (!suspended) return { changed: (yield* run(resume, accountId)) > 0 };
  yield* run(makePurse, accountId);
  return { changed: (yield* run(suspend, timeOf(now), accountId)) > 0 };
}
