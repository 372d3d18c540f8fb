import type { RemovePasskeyPayload } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { findEmail } from './enable-second-factor.ts';

const drop = statement('DELETE FROM Passkey WHERE personKey = ? AND id = ?');

export function* removePasskey({
  personKey,
  id,
  now,
  mail,
}: RemovePasskeyPayload): Steps<{ removed: boolean }> {
  if ((yield* run(drop, personKey, id)) === 0) return { removed: false };
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { removed: true };
}
