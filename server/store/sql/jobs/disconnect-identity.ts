import type { DisconnectIdentityPayload, DisconnectIdentityResult } from '../../identity-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { findEmail } from './enable-second-factor.ts';

const find = statement<{ issuer: string }>('SELECT issuer FROM Identity WHERE personKey = ? AND id = ?');
const findOtherWay = statement<{ key: number }>(
  `SELECT p.key AS key FROM Person p
    WHERE p.key = ? AND (p.passwordHash IS NOT NULL
       OR EXISTS (SELECT 1 FROM Passkey k WHERE k.personKey = p.key)
       OR EXISTS (SELECT 1 FROM Identity i WHERE i.personKey = p.key AND i.id <> ?))`,
);
const drop = statement('DELETE FROM Identity WHERE personKey = ? AND id = ?');

/** Ends the sign-in by an identity, unless the person has nothing else to sign in by. */
export function* disconnectIdentity({
  personKey,
  id,
  now,
  mail,
}: DisconnectIdentityPayload): Steps<DisconnectIdentityResult> {
  const identity = yield* first(find, personKey, id);
  if (!identity) return { outcome: 'unknown' };
  if (!(yield* first(findOtherWay, personKey, id))) return { outcome: 'last-way' };
  yield* run(drop, personKey, id);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { outcome: 'disconnected', issuer: identity.issuer };
}
