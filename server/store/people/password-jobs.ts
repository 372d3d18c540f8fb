import { z } from 'zod';
import {
  type NewSession,
  type OpenSessionPayload,
  endSessions,
  endAllSessions,
  openSession,
} from './session-jobs.ts';
import { job } from '../sql/job.ts';
import { dropLinks, endedBy, proveAddress, withEnded } from './prove-address.ts';
import { queueMail, type MailText, mailText } from '../messages/queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { dropChallenges, mailTo } from './second-factor-jobs.ts';
import type { FirstProof } from '../../../lib/account/people.ts';

/** A person whose factors change. */
export interface OfPerson {
  personKey: number;
  personId: string;
  now: number;
}

export interface BeginSignInPayload extends OfPerson {
  /** SHA-256 of the token. */
  hash: string;
  expiresAt: number;
  /** When a mailed code was entered, if that began the sign-in. */
  mailedCodeAt?: number | null;
}

const setPassword = statement('UPDATE Person SET passwordHash = ? WHERE key = ?');

/** Changes the password of a person. Their other sessions, links and sign-ins that wait for a code end. */
export const changePassword = job({
  name: 'change-password',
  publishes: 'sessions',
  *steps({
    personKey,
    personId,
    passwordHash,
    sessionId,
    mail,
    now,
  }: {
    /** Tells the person that the password has changed. */
    mail: MailText;
    now: number;
    personKey: number;
    personId: string;
    passwordHash: string;
    /** The session that goes on; all others end. */
    sessionId: string;
  }): Steps<{ ended: number }> {
    yield* run(setPassword, passwordHash, personKey);
    yield* run(dropLinks, personKey);
    yield* run(dropChallenges, personKey);
    yield* mailTo(personKey, { kind: 'password-changed', ...mail, now });
    return yield* endSessions.steps({ personKey, personId, which: { allBut: sessionId } });
  },
  audit: ({ personId }) => ({ target: personId }),
});

const find = statement<{ key: number; id: string; email: string }>(
  'SELECT key, id, email FROM Person WHERE emailKey = ?',
);
const dropOther = statement('DELETE FROM Link WHERE personKey = ? OR expiresAt <= ?');
const insert = statement(
  "INSERT INTO Link (hash, kind, personKey, createdAt, expiresAt) VALUES (?, 'password', ?, ?, ?)",
);

/** Makes a link by which a person chooses a password, and mails it. Earlier ones end. Null: nobody has the address. */
export const makePasswordLink = job({
  name: 'make-password-link',
  payload: z.strictObject({
    emailKey: z.string(),
    hash: z.string(),
    now: z.int(),
    expiresAt: z.int(),
    /** Has the link. */
    mail: mailText,
  }),
  publishes: false,
  locks: 'sessions',
  *steps({ emailKey, hash, now, expiresAt, mail }): Steps<{ personId: string | null }> {
    const person = yield* first(find, emailKey);
    if (!person) return { personId: null };
    yield* run(dropOther, person.key, timeOf(now));
    yield* run(insert, hash, person.key, timeOf(now), timeOf(expiresAt));
    yield* queueMail({ kind: 'password-link', to: person.email, ...mail, now });
    return { personId: person.id };
  },
  audit: ({ expiresAt }, { personId }) =>
    personId === null ? null : { target: personId, after: { expiresAt: new Date(expiresAt).toISOString() } },
});

export const findOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' LIMIT 1",
);
const dropEarlier = statement("DELETE FROM Link WHERE kind = 'setup' AND createdAt <= ?");
const shortenOthers = statement("UPDATE Link SET expiresAt = ? WHERE kind = 'setup' AND expiresAt > ?");
const dropOver = statement('DELETE FROM Link WHERE expiresAt <= ?');
const insertSetupLink = statement(
  "INSERT INTO Link (hash, kind, createdAt, expiresAt) VALUES (?, 'setup', ?, ?)",
);

/** Makes a link by which the first operator signs up, unless there is an operator. It ends those of earlier starts. */
export const makeSetupLink = job({
  name: 'make-setup-link',
  publishes: false,
  locks: 'sessions',
  *steps({
    hash,
    now,
    expiresAt,
    graceMs,
  }: {
    /** SHA-256 of the token. */
    hash: string;
    now: number;
    expiresAt: number;
    /** Links of earlier starts end at once, but those that are not older than this only after it. */
    graceMs: number;
  }): Steps<{ made: boolean }> {
    if (yield* first(findOwner)) return { made: false };
    yield* run(dropEarlier, timeOf(now - graceMs));
    yield* run(shortenOthers, timeOf(now + graceMs), timeOf(now + graceMs));
    yield* run(dropOver, timeOf(now));
    yield* run(insertSetupLink, hash, timeOf(now), timeOf(expiresAt));
    return { made: true };
  },
  audit: false,
});

const findPasswordLink = statement<{ key: number; id: string; email: string }>(
  `SELECT p.key AS key, p.id AS id, p.email AS email FROM Link l JOIN Person p ON p.key = l.personKey
    WHERE l.hash = ? AND l.kind = 'password' AND l.expiresAt > ?`,
);

export const findFactor = statement<{ personKey: number }>(
  'SELECT personKey FROM SecondFactor WHERE personKey = ? AND confirmedAt IS NOT NULL',
);

/** Sets the password that a person chose with a link, ends their sessions, and begins one if it needs no code. */
export const usePasswordLink = job({
  name: 'use-password-link',
  publishes: 'sessions',
  /**
   * `personId`: null if there is no such link. A person with a second factor is not signed in. `ended`: by the first proof
   * of the address.
   */
  *steps({
    linkHash,
    passwordHash,
    session,
    now,
    mail,
  }: {
    /** Tells the person that the password has changed. */
    mail: MailText;
    linkHash: string;
    passwordHash: string;
    session: NewSession;
    now: number;
  }): Steps<({ personId: string; signedIn: boolean } & FirstProof) | { personId: null }> {
    const person = yield* first(findPasswordLink, linkHash, timeOf(now));
    if (!person) return { personId: null };
    const proof = yield* proveAddress(person.key, now);
    yield* run(dropLinks, person.key);
    yield* run(dropChallenges, person.key);
    yield* run(setPassword, passwordHash, person.key);
    yield* run(endAllSessions, person.key);
    const signedIn = !(yield* first(findFactor, person.key));
    const opened = { ...session, personKey: person.key, personId: person.id, now, instead: null };
    if (signedIn) yield* openSession.steps(opened);
    yield* queueMail({ kind: 'password-changed', to: person.email, ...withEnded(mail, proof), now });
    return { personId: person.id, signedIn, ...proof };
  },
  audit: (_, result) =>
    result.personId === null ? null : { target: result.personId, after: endedBy(result) },
});

const dropOverSignIn = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const insertSignIn = statement(
  `INSERT INTO Challenge (hash, kind, personKey, createdAt, expiresAt, mailedCodeAt)
   VALUES (?, 'sign-in', ?, ?, ?, ?)`,
);

/** Notes that somebody knows the password or mailed code of a person, who needs a code, too. */
export function* beginSignIn({
  hash,
  personKey,
  now,
  expiresAt,
  mailedCodeAt = null,
}: BeginSignInPayload): Steps<undefined> {
  yield* run(dropOverSignIn, timeOf(now));
  yield* run(insertSignIn, hash, personKey, timeOf(now), timeOf(expiresAt), timeOf(mailedCodeAt));
}

const findPassword = statement<{ passwordHash: string | null }>(
  'SELECT passwordHash FROM Person WHERE key = ? AND erasedAt IS NULL',
);

/** Comparing a password takes a while. Nobody is signed in by one that has been changed in the meantime. */
export const signInByPassword = job({
  name: 'sign-in-by-password',
  publishes: 'sessions',
  /** `changed`: the person has another password now, or was erased. */
  *steps({
    comparedHash,
    session,
    pending,
  }: {
    /** The hash that the password was compared with. */
    comparedHash: string;
    session: Extract<OpenSessionPayload, { personKey: number }>;
    /** The sign-in that begins if the person has a second factor. */
    pending: Pick<BeginSignInPayload, 'hash' | 'expiresAt'>;
  }): Steps<{
    outcome: 'signed-in' | 'pending' | 'changed';
  }> {
    const { personKey, personId, now } = session;
    const person = yield* first(findPassword, personKey);
    if (person?.passwordHash !== comparedHash) return { outcome: 'changed' };
    if (yield* first(findFactor, personKey)) {
      yield* beginSignIn({ ...pending, personKey, personId, now });
      return { outcome: 'pending' };
    }
    yield* openSession.steps(session);
    return { outcome: 'signed-in' };
  },
  audit: ({ session }, { outcome }) => {
    if (outcome === 'changed') return null;
    const { id, personId, device } = session;
    return outcome === 'pending' ? { target: personId } : { target: id, after: { personId, device } };
  },
});
