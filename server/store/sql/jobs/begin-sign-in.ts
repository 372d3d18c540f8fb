import type { BeginSignInPayload } from '../../factor-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const dropOver = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const insert = statement(
  `INSERT INTO Challenge (hash, kind, personKey, createdAt, expiresAt, mailedCodeAt)
   VALUES (?, 'sign-in', ?, ?, ?, ?)`,
);

/** Notes that somebody knows the password or mailed code of a person, who needs a code, too. */
export function* beginSignIn({
  hash,
  personKey,
  now,
  expiresAt,
  mailedCodeAt = null,
}: BeginSignInPayload): Steps<undefined> {
  yield* run(dropOver, timeOf(now));
  yield* run(insert, hash, personKey, timeOf(now), timeOf(expiresAt), timeOf(mailedCodeAt));
}
