import type { BeginSignInPayload } from '../../factor-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const dropOver = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const insert = statement(
  "INSERT INTO Challenge (hash, kind, personKey, createdAt, expiresAt) VALUES (?, 'sign-in', ?, ?, ?)",
);

/** Notes that somebody knows the password of a person, who needs a code, too. */
export function* beginSignIn({ hash, personKey, now, expiresAt }: BeginSignInPayload): Steps<undefined> {
  yield* run(dropOver, timeOf(now));
  yield* run(insert, hash, personKey, timeOf(now), timeOf(expiresAt));
}
