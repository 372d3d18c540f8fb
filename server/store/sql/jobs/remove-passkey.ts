import type { RemovePasskeyPayload, RemovePasskeyResult } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { findEmail } from './enable-second-factor.ts';

const find = statement<{ id: string }>('SELECT id FROM Passkey WHERE personKey = ? AND id = ?');
const findOtherWay = statement<{ key: number }>(
  `SELECT p.key AS key FROM Person p
    WHERE p.key = ? AND (p.passwordHash IS NOT NULL
       OR EXISTS (SELECT 1 FROM Identity i WHERE i.personKey = p.key)
       OR EXISTS (SELECT 1 FROM Passkey k WHERE k.personKey = p.key AND k.id <> ?))`,
);
const drop = statement('DELETE FROM Passkey WHERE personKey = ? AND id = ?');

/** Removes a passkey, unless the person has nothing else to sign in by. */
export function* removePasskey({
  personKey,
  id,
  now,
  mail,
}: RemovePasskeyPayload): Steps<RemovePasskeyResult> {
  if (!(yield* first(find, personKey, id))) return { outcome: 'unknown' };
  if (!(yield* first(findOtherWay, personKey, id))) return { outcome: 'last-way' };
  yield* run(drop, personKey, id);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { outcome: 'removed' };
}
