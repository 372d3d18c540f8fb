import type { SuspendAccountPayload } from '../../account-changes.ts';
import { makePurse } from '../make-purse.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

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
  yield* makePurse(accountId);
  return { changed: (yield* run(suspend, timeOf(now), accountId)) > 0 };
}
