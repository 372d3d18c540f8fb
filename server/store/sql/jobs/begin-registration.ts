import type { BeginRegistrationPayload, BeginRegistrationResult } from '../../registration-changes.ts';
import { queueMail, reachedMailBound } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const dropOver = statement('DELETE FROM Registration WHERE expiresAt <= ?');
const write = statement(
  `INSERT INTO Registration (emailKey, email, hash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT (emailKey) DO UPDATE SET email = excluded.email, hash = excluded.hash,
     createdAt = excluded.createdAt, expiresAt = excluded.expiresAt
   WHERE Registration.createdAt <= ?`,
);
// Whoever joined by an invitation wrote the address, and may not have it.
const find = statement<{ email: string }>(
  'SELECT email FROM Person WHERE emailKey = ? AND addressProvenAt IS NOT NULL',
);

/** Mails a link to register, or to somebody who is registered that they are. It writes the same for both. */
export function* beginRegistration(payload: BeginRegistrationPayload): Steps<BeginRegistrationResult> {
  const { email, emailKey, hash, now, expiresAt, pauseMs, askedBy } = payload;
  const bound = yield* reachedMailBound('registration', emailKey, payload);
  // The link that was mailed last stays good.
  if (bound) return { mailed: false, bound };
  yield* run(dropOver, timeOf(now));
  const times = [timeOf(now), timeOf(expiresAt), timeOf(now - pauseMs)];
  const isNew = (yield* run(write, emailKey, email, hash, ...times)) > 0;
  const person = yield* first(find, emailKey);
  if (!isNew) return { mailed: false, bound: null };
  const mail = person ? payload.mailToKnown : payload.mail;
  yield* queueMail({ kind: 'registration', to: person?.email ?? email, ...mail, now, askedBy });
  return { mailed: true, bound: null };
}
