import type { AddPasskeyPayload, AddPasskeyResult } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { useChallenge } from '../use-proof.ts';
import { findEmail } from './enable-second-factor.ts';

const count = statement<{ passkeys: number }>('SELECT count(*) AS passkeys FROM Passkey WHERE personKey = ?');
const insert = statement(
  `INSERT INTO Passkey (id, personKey, credentialId, publicKey, counter, transports, name, createdAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credentialId) DO NOTHING`,
);

/** Adds a passkey of a person, once for each challenge. */
export function* addPasskey({
  personKey,
  challenge,
  most,
  now,
  mail,
  ...passkey
}: AddPasskeyPayload): Steps<AddPasskeyResult> {
  if (!(yield* useChallenge(challenge, now))) return { outcome: 'used' };
  const { passkeys } = (yield* first(count, personKey)) ?? { passkeys: 0 };
  if (Number(passkeys) >= most) return { outcome: 'too-many' };
  const { id, credentialId, publicKey, counter, transports, name } = passkey;
  const made = [credentialId, publicKey, counter, JSON.stringify(transports), name];
  if ((yield* run(insert, id, personKey, ...made, timeOf(now))) === 0) return { outcome: 'used' };
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { outcome: 'added' };
}
