import type { ChangePasswordPayload } from '../../people-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { dropLinks } from '../prove-address.ts';
import { endSessions } from './end-sessions.ts';
import { dropChallenges } from './reset-factors.ts';

const setPassword = statement('UPDATE Person SET passwordHash = ? WHERE key = ?');
const findEmail = statement<{ email: string }>('SELECT email FROM Person WHERE key = ?');

/** Changes the password of a person. Their other sessions, links and sign-ins that wait for a code end. */
export function* changePassword({
  personKey,
  personId,
  passwordHash,
  sessionId,
  mail,
  now,
}: ChangePasswordPayload): Steps<{ ended: number }> {
  yield* run(setPassword, passwordHash, personKey);
  yield* run(dropLinks, personKey);
  yield* run(dropChallenges, personKey);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'password-changed', to, ...mail, now });
  return yield* endSessions({ personKey, personId, which: { allBut: sessionId } });
}
