import { type NewIdentity, findIdentity, insertIdentity } from './own-account.ts';
import { job } from '../sql/job.ts';
import type { MailText } from '../messages/queue-mail.ts';
import { first, statement, type Steps, run } from '../sql/statement.ts';
import { useChallenge, useProof, type IdentityProof } from './proofs.ts';
import { hasOtherWay, mailTo } from './second-factor-jobs.ts';
import { type OpenSessionPayload, findErased, openSession } from './session-jobs.ts';

const count = statement<{ identities: number }>(
  'SELECT count(*) AS identities FROM Identity WHERE personKey = ?',
);

/** Lets a person sign in by an identity that is nobody's. */
export const connectIdentity = job({
  name: 'connect-identity',
  // What else the person signs in by is looked at first.
  publishes: false,
  locks: 'sessions',
  /** `used`: the sign-in was used already. `taken`: somebody has the identity, perhaps this person. */
  *steps({
    personKey,
    identity,
    now,
    most,
    mail,
  }: {
    personKey: number;
    personId: string;
    identity: NewIdentity;
    now: number;
    /** Nothing is connected if the person has so many. */
    most: number;
    mail: MailText;
  }): Steps<{
    outcome: 'connected' | 'used' | 'taken' | 'too-many';
  }> {
    if (!(yield* useChallenge(identity.challenge, now))) return { outcome: 'used' };
    if (yield* first(findErased, personKey)) return { outcome: 'used' };
    if (yield* first(findIdentity, identity.issuer, identity.subject)) return { outcome: 'taken' };
    const { identities } = (yield* first(count, personKey)) ?? { identities: 0 };
    if (Number(identities) >= most) return { outcome: 'too-many' };
    yield* insertIdentity(personKey, identity, now);
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { outcome: 'connected' };
  },
  audit: ({ identity: { id, issuer }, personId }, { outcome }) =>
    outcome === 'connected' ? { target: id, after: { personId, issuer } } : null,
});

const find = statement<{ issuer: string }>('SELECT issuer FROM Identity WHERE personKey = ? AND id = ?');
const drop = statement('DELETE FROM Identity WHERE personKey = ? AND id = ?');

/** Ends the sign-in by an identity, unless the person has nothing else to sign in by. */
export const disconnectIdentity = job({
  name: 'disconnect-identity',
  publishes: false,
  locks: 'sessions',
  /** `last-way`: the person could not sign in any more. */
  *steps({
    personKey,
    id,
    now,
    mail,
  }: {
    personKey: number;
    personId: string;
    id: string;
    now: number;
    mail: MailText;
  }): Steps<{ outcome: 'disconnected'; issuer: string } | { outcome: 'unknown' | 'last-way' }> {
    const identity = yield* first(find, personKey, id);
    if (!identity) return { outcome: 'unknown' };
    if (!(yield* hasOtherWay(personKey, id))) return { outcome: 'last-way' };
    yield* run(drop, personKey, id);
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { outcome: 'disconnected', issuer: identity.issuer };
  },
  audit: ({ id, personId }, result) => {
    if (result.outcome !== 'disconnected') return null;
    return { target: id, before: { personId, issuer: result.issuer } };
  },
});

/** Opens the session of a person by an identity, once for each sign-in at its issuer. */
export const signInByIdentity = job({
  name: 'sign-in-by-identity',
  publishes: 'sessions',
  /** `used`: the sign-in was used already, or the identity was disconnected. */
  *steps({
    proof,
    session,
  }: {
    proof: IdentityProof;
    session: Extract<OpenSessionPayload, { personKey: number }>;
  }): Steps<{
    outcome: 'signed-in' | 'used';
  }> {
    if (!(yield* useProof(session.personKey, proof, session.now))) return { outcome: 'used' };
    yield* openSession.steps(session);
    return { outcome: 'signed-in' };
  },
  audit: ({ session, proof: { issuer } }, { outcome }) => {
    const { id, personId, device } = session;
    return outcome === 'signed-in'
      ? { target: id, after: { personId, device, by: 'identity', issuer } }
      : null;
  },
});
