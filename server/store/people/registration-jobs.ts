import { type NewSession, openSession } from './session-jobs.ts';
import type { NewPerson } from './person-jobs.ts';
import { job } from '../sql/job.ts';
import {
  linkHistory,
  insertIdentity,
  mayBeConnected,
  ownAccountNames,
  type NewIdentity,
} from './own-account.ts';
import { endedBy, nothingEnded, proveAddress } from './prove-address.ts';
import { queueMail, reachedMailBound, type MailBound, type MailText } from '../messages/queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { createAccount } from '../accounts/account-jobs.ts';
import type { FirstProof } from '../../../lib/account/people.ts';

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
export const beginRegistration = job({
  name: 'begin-registration',
  // Strangers write nothing but a mail, which is a row of its own.
  publishes: false,
  locks: 'keys',
  /** `bound`: what is reached for a day. */
  *steps(payload: {
    /** As it was written, and as it is compared. */
    email: string;
    emailKey: string;
    /** SHA-256 of the token in the link. */
    hash: string;
    now: number;
    expiresAt: number;
    /** How long there is no other mail. */
    pauseMs: number;
    /** The network that asks, as a hash. */
    askedBy?: string;
    /** Has the link. */
    mail: MailText;
    /** For somebody who is registered already. */
    mailToKnown: MailText;
  }): Steps<{
    mailed: boolean;
    bound: MailBound | null;
  }> {
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
  },
  audit: false,
});

const take = statement<{ email: string; emailKey: string }>(
  'DELETE FROM Registration WHERE hash = ? AND expiresAt > ? RETURNING email, emailKey',
);
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const findUnproven = statement<{ key: number }>(
  'SELECT key FROM Person WHERE emailKey = ? AND id = ? AND addressProvenAt IS NULL',
);
const takeOver = statement('UPDATE Person SET name = ?, passwordHash = ? WHERE key = ?');
const insertPerson = statement<{ key: number }>(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key`,
);
const own = statement(
  `INSERT INTO Member (accountKey, personKey, role, joinedAt) SELECT key, ?, 'owner', ? FROM Account WHERE id = ?`,
);

const actInOwn = statement(
  'UPDATE Session SET accountKey = (SELECT key FROM Account WHERE id = ?) WHERE hash = ?',
);

interface RegisterPayload {
  /** What proves the address: a link that was mailed to it, or the issuer of an identity. */
  proof: { linkHash: string } | { identity: NewIdentity; email: string; emailKey: string };
  /** `id`: of the one who has the address without having proven it, or a new one. */
  person: Pick<NewPerson, 'id' | 'name'> & { passwordHash: string | null };
  /** acc_ and random letters. */
  accountId: string;
  /** To begin with. */
  credits: number;
  session: NewSession;
  /** The owner of the guest's calls in this browser, which the person keeps. */
  history: string | null;
  now: number;
}

/**
 * Makes a person whose address is proven, with an account of their own and its first credits, once for each link or
 * sign-in elsewhere. They are signed in, and
 * act in that account. A person whom somebody made with the address, without proving it, becomes theirs.
 */
export const register = job({
  name: 'register',
  // New people, and names of accounts, come one after another.
  publishes: 'keys',
  locks: 'sessions',
  /** `link`: it has expired or was used. `used`: the same of a sign-in elsewhere. `email`: somebody has the address. */
  *steps(
    payload: RegisterPayload,
  ): Steps<({ outcome: 'registered' } & FirstProof) | { outcome: 'link' | 'used' | 'email' }> {
    const { proof, person, accountId, session, now } = payload;
    const proven = 'identity' in proof ? proof : yield* first(take, proof.linkHash, timeOf(now));
    if (!proven) return { outcome: 'link' };
    const { emailKey } = proven;
    const unproven = yield* first(findUnproven, emailKey, person.id);
    if (!unproven && (yield* first(findByEmail, emailKey))) return { outcome: 'email' };
    if ('identity' in proof && !(yield* mayBeConnected(proof.identity, now))) return { outcome: 'used' };
    const { id } = person;
    const key = unproven ? unproven.key : yield* makePerson(person, proven, now);
    const firstProof = unproven ? yield* proveAddress(key, now) : nothingEnded;
    if (unproven) yield* run(takeOver, person.name, person.passwordHash, key);
    if ('identity' in proof) yield* insertIdentity(key, proof.identity, now);
    yield* openAccount(payload);
    yield* run(own, key, timeOf(now), accountId);
    yield* linkHistory(key, payload.history, now);
    yield* openSession.steps({ ...session, personKey: key, personId: id, now, instead: null });
    yield* run(actInOwn, accountId, session.hash);
    return { outcome: 'registered', ...firstProof };
  },
  audit: ({ person, accountId, credits, proof }, result) => {
    if (result.outcome !== 'registered') return null;
    const issuer = 'identity' in proof ? { issuer: proof.identity.issuer } : {};
    return { target: person.id, after: { accountId, credits, ...issuer, ...endedBy(result) } };
  },
});

function* makePerson(
  { id, name, passwordHash }: RegisterPayload['person'],
  { email, emailKey }: { email: string; emailKey: string },
  now: number,
): Steps<number> {
  const times = [timeOf(now), timeOf(now)];
  const row = yield* first(insertPerson, id, email, emailKey, name, passwordHash, ...times);
  return row?.key ?? 0;
}

function* openAccount({ person: { name }, accountId, credits, now }: RegisterPayload): Steps<void> {
  const wish = { id: accountId, now, credits };
  const [own, ifTaken] = ownAccountNames(name, accountId);
  const { takenBy } = yield* createAccount.steps({ ...wish, name: own });
  if (takenBy !== null) yield* createAccount.steps({ ...wish, name: ifTaken });
}
