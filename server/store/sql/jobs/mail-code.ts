import type { MailCodePayload } from '../../factor-changes.ts';
import { queueMail, reachedMailBound } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const dropOver = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const write = statement(
  `INSERT INTO Challenge (hash, kind, answer, tries, createdAt, expiresAt) VALUES (?, 'mail-code', ?, 0, ?, ?)
   ON CONFLICT (hash) DO UPDATE SET answer = excluded.answer, tries = 0, createdAt = excluded.createdAt,
     expiresAt = excluded.expiresAt
   WHERE Challenge.createdAt <= ?`,
);
const find = statement<{ id: string; email: string }>('SELECT id, email FROM Person WHERE emailKey = ?');

/** Makes a code for an address, whoever has it, and mails it if somebody does. Null if nobody got a mail. */
export function* mailCode(payload: MailCodePayload): Steps<{ personId: string | null }> {
  const { emailKey, hash, answer, now, expiresAt, pauseMs, askedBy, mail } = payload;
  if (yield* reachedMailBound('sign-in-code', emailKey, payload)) return { personId: null };
  yield* run(dropOver, timeOf(now));
  const times = [timeOf(now), timeOf(expiresAt), timeOf(now - pauseMs)];
  const isNew = (yield* run(write, hash, answer, ...times)) > 0;
  const person = yield* first(find, emailKey);
  if (!isNew || !person) return { personId: null };
  yield* queueMail({ kind: 'sign-in-code', to: person.email, ...mail, now, askedBy });
  return { personId: person.id };
}
