import { job } from '../sql/job.ts';
import type { MailText } from '../messages/queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { useChallenge, type UsedChallenge } from './proofs.ts';
import { hasOtherWay, mailTo } from './second-factor-jobs.ts';
import type { Transport } from '../../../lib/account/passkeys.ts';

const count = statement<{ passkeys: number }>('SELECT count(*) AS passkeys FROM Passkey WHERE personKey = ?');
const insert = statement(
  `INSERT INTO Passkey (id, personKey, credentialId, publicKey, counter, transports, name, createdAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credentialId) DO NOTHING`,
);

/** Adds a passkey of a person, once for each challenge. */
export const addPasskey = job({
  name: 'add-passkey',
  // The number of passkeys of a person is counted first.
  publishes: false,
  locks: 'sessions',
  /** `used`: the challenge was used already, or somebody has the passkey. */
  *steps({
    personKey,
    challenge,
    most,
    now,
    mail,
    ...passkey
  }: {
    personKey: number;
    personId: string;
    now: number;
    /** psk_ and random letters. */
    id: string;
    name: string;
    credentialId: string;
    /** Base64 as in a URL. */
    publicKey: string;
    counter: number;
    transports: Transport[];
    challenge: UsedChallenge;
    /** Nothing is added if the person has so many. */
    most: number;
    mail: MailText;
  }): Steps<{
    outcome: 'added' | 'used' | 'too-many';
  }> {
    if (!(yield* useChallenge(challenge, now))) return { outcome: 'used' };
    const { passkeys } = (yield* first(count, personKey)) ?? { passkeys: 0 };
    if (Number(passkeys) >= most) return { outcome: 'too-many' };
    const { id, credentialId, publicKey, counter, transports, name } = passkey;
    const made = [credentialId, publicKey, counter, JSON.stringify(transports), name];
    if ((yield* run(insert, id, personKey, ...made, timeOf(now))) === 0) return { outcome: 'used' };
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { outcome: 'added' };
  },
  audit: ({ id, personId }, { outcome }) =>
    outcome === 'added' ? { target: id, after: { personId } } : null,
});

const find = statement<{ id: string }>('SELECT id FROM Passkey WHERE personKey = ? AND id = ?');
const drop = statement('DELETE FROM Passkey WHERE personKey = ? AND id = ?');

/** Removes a passkey, unless the person has nothing else to sign in by. */
export const removePasskey = job({
  name: 'remove-passkey',
  // What else the person signs in by is looked at first.
  publishes: false,
  locks: 'sessions',
  /** `last-way`: the person has nothing else to sign in by. */
  *steps({
    personKey,
    id,
    now,
    mail,
  }: {
    personKey: number;
    personId: string;
    now: number;
    id: string;
    mail: MailText;
  }): Steps<{
    outcome: 'removed' | 'unknown' | 'last-way';
  }> {
    if (!(yield* first(find, personKey, id))) return { outcome: 'unknown' };
    if (!(yield* hasOtherWay(personKey, id))) return { outcome: 'last-way' };
    yield* run(drop, personKey, id);
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { outcome: 'removed' };
  },
  audit: ({ id, personId }, { outcome }) =>
    outcome === 'removed' ? { target: id, before: { personId } } : null,
});
