import type { ConnectIdentityPayload, ConnectIdentityResult } from '../../identity-changes.ts';
import { findIdentity, insertIdentity } from '../new-identity.ts';
import { queueMail } from '../queue-mail.ts';
import { first, statement, type Steps } from '../statement.ts';
import { useChallenge } from '../use-proof.ts';
import { findEmail } from './enable-second-factor.ts';
import { findErased } from './open-session.ts';

const count = statement<{ identities: number }>(
  'SELECT count(*) AS identities FROM Identity WHERE personKey = ?',
);

/** Lets a person sign in by an identity that is nobody's. */
export function* connectIdentity({
  personKey,
  identity,
  now,
  most,
  mail,
}: ConnectIdentityPayload): Steps<ConnectIdentityResult> {
  if (!(yield* useChallenge(identity.challenge, now))) return { outcome: 'used' };
  if (yield* first(findErased, personKey)) return { outcome: 'used' };
  if (yield* first(findIdentity, identity.issuer, identity.subject)) return { outcome: 'taken' };
  const { identities } = (yield* first(count, personKey)) ?? { identities: 0 };
  if (Number(identities) >= most) return { outcome: 'too-many' };
  yield* insertIdentity(personKey, identity, now);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { outcome: 'connected' };
}
