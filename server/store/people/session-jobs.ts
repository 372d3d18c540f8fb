import { z } from 'zod';
import { requireOpen } from '../sql/check-author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { useProof, type Proof } from './proofs.ts';

export interface AnySession {
  /** SHA-256 of what the cookie names. */
  hash: string;
  now: number;
  expiresAt: number;
  /** What the same browser had until now. */
  instead: string | null;
}

/** Of an API key, or of a person: then it has an id, by which the person ends it. */
export type OpenSessionPayload = AnySession &
  (
    | { apiKeyKey: number }
    | {
        personKey: number;
        personId: string;
        id: string;
        device: string;
        /** When the person last proved who they are; by default now. */
        confirmedAt?: number;
        /** When a mailed code was entered, if that began the session. */
        mailedCodeAt?: number | null;
      }
  );

/** A session of a person that is about to begin. */
export interface NewSession {
  /** SHA-256 of the token in the cookie. */
  hash: string;
  /** ses_ and random letters. */
  id: string;
  device: string;
  expiresAt: number;
  /** When the person last proved who they are; by default now. */
  confirmedAt?: number;
}

/** A person has some browsers. Past this the oldest sessions end, so that nobody fills the table. */
const mostOfOne = 50;
/** Each sign-in deletes up to this many expired sessions, and as many of the same person or key. */
const mostDropped = 100;

const insert = statement(
  `INSERT INTO Session (hash, id, apiKeyKey, personKey, device, createdAt, lastSeenAt, confirmedAt, mailedCodeAt, expiresAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
export const findErased = statement<{ key: number }>(
  'SELECT key FROM Person WHERE key = ? AND erasedAt IS NOT NULL',
);
const drop = statement('DELETE FROM Session WHERE hash = ?');
const dropOver = statement(
  'DELETE FROM Session WHERE hash IN (SELECT hash FROM Session WHERE expiresAt <= ? LIMIT ?)',
);
const dropOldest = (column: 'apiKeyKey' | 'personKey') =>
  statement(
    `DELETE FROM Session WHERE hash IN
       (SELECT hash FROM Session WHERE ${column} = ? ORDER BY createdAt DESC, hash LIMIT ? OFFSET ?)`,
  );
const dropOldestOfKey = dropOldest('apiKeyKey');
const dropOldestOfPerson = dropOldest('personKey');

/** Nobody is signed in who was erased while their password was compared. */
export const openSession = job({
  name: 'open-session',
  publishes: 'sessions',
  *steps(payload: OpenSessionPayload): Steps<undefined> {
    const { hash, now, expiresAt, instead } = payload;
    if (instead !== null) yield* run(drop, instead);
    yield* run(dropOver, timeOf(now), mostDropped);
    const times = [timeOf(now), timeOf(now)];
    if ('apiKeyKey' in payload) {
      yield* run(dropOldestOfKey, payload.apiKeyKey, mostDropped, mostOfOne - 1);
      yield* run(insert, hash, null, payload.apiKeyKey, null, null, ...times, null, null, timeOf(expiresAt));
    } else if (!(yield* first(findErased, payload.personKey))) {
      yield* run(dropOldestOfPerson, payload.personKey, mostDropped, mostOfOne - 1);
      const { confirmedAt = now, mailedCodeAt = null } = payload;
      const ends = [timeOf(confirmedAt), timeOf(mailedCodeAt), timeOf(expiresAt)];
      yield* run(insert, hash, payload.id, null, payload.personKey, payload.device, ...times, ...ends);
    }
  },
  /** Sessions of keys are many, and the key says who it was. */
  audit: (payload) =>
    'personKey' in payload
      ? { target: payload.id, after: { personId: payload.personId, device: payload.device } }
      : null,
});

const remove = statement('DELETE FROM Session WHERE hash = ?');

/** Ends a session. One that is over already is as it should be. */
export const closeSession = job({
  name: 'close-session',
  publishes: 'sessions',
  *steps({ hash }: { hash: string }): Steps<undefined> {
    yield* run(remove, hash);
  },
  audit: false,
});

const see = statement('UPDATE Session SET lastSeenAt = ? WHERE hash = ?');

/** Notes when a session was used last. */
export const seeSession = job({
  name: 'see-session',
  publishes: false,
  *steps({ hash, now }: { hash: string; now: number }): Steps<undefined> {
    yield* run(see, timeOf(now), hash);
  },
  audit: false,
});

const confirm = statement('UPDATE Session SET confirmedAt = ? WHERE id = ? AND personKey = ?');

/** Writes that a person has proved who they are. */
export const confirmSession = job({
  name: 'confirm-session',
  publishes: 'sessions',
  *steps({
    personKey,
    sessionId,
    proof,
    now,
  }: {
    personKey: number;
    personId: string;
    sessionId: string;
    /** Null if it was the password. */
    proof: Proof | null;
    now: number;
  }): Steps<{ confirmed: boolean }> {
    if (proof && !(yield* useProof(personKey, proof, now))) return { confirmed: false };
    return { confirmed: (yield* run(confirm, timeOf(now), sessionId, personKey)) > 0 };
  },
  audit: ({ sessionId, personId, proof }, { confirmed }) =>
    confirmed ? { target: sessionId, after: { personId, by: proof?.kind ?? 'password' } } : null,
});

export const endAllSessions = statement('DELETE FROM Session WHERE personKey = ?');
const endOne = statement('DELETE FROM Session WHERE personKey = ? AND id = ?');
const endOthers = statement('DELETE FROM Session WHERE personKey = ? AND id <> ?');

/** Ends sessions of a person, and returns how many there were. */
export const endSessions = job({
  name: 'end-sessions',
  payload: z.strictObject({
    personKey: z.int(),
    personId: z.string(),
    /** One session, all but one, or all. */
    which: z.union([
      z.strictObject({ only: z.string() }),
      z.strictObject({ allBut: z.string() }),
      z.literal('all'),
    ]),
  }),
  publishes: 'sessions',
  *steps({ personKey, which }): Steps<{ ended: number }> {
    if (which === 'all') return { ended: yield* run(endAllSessions, personKey) };
    if ('only' in which) return { ended: yield* run(endOne, personKey, which.only) };
    return { ended: yield* run(endOthers, personKey, which.allBut) };
  },
  audit: ({ personId, which }, result) => {
    const ended = { ended: result.ended };
    if (result.ended === 0) return null;
    return { target: personId, after: which === 'all' ? ended : { ...which, ...ended } };
  },
});

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findSeen = statement<{ id: string }>(
  'SELECT a.id AS id FROM Session s JOIN Account a ON a.key = s.seesAccountKey WHERE s.id = ? AND s.personKey = ?',
);
const seeToSeeAs = statement(
  `UPDATE Session SET seesAccountKey = ?, seesUntil = ? WHERE id = ? AND personKey = ?
      AND EXISTS (SELECT 1 FROM Person p WHERE p.key = Session.personKey AND p.operatorRole IS NOT NULL)`,
);
const end = statement(
  'UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL WHERE id = ? AND personKey = ? AND seesAccountKey IS NOT NULL',
);
/** Of all sessions of a person. */
export const endSeeingOf = statement(
  `UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL
    WHERE personKey = (SELECT key FROM Person WHERE id = ?) AND seesAccountKey IS NOT NULL`,
);

type SeenSession = Pick<SeeAsPayload, 'personKey' | 'sessionId'>;

interface SeeAsPayload {
  personKey: number;
  sessionId: string;
  accountId: string;
  until: number;
}

/** From now on a session of an operator reads the portal as the members of an account do. */
export const seeAs = job({
  name: 'see-as',
  publishes: 'sessions',
  /** `before`: the id of the account that the session saw until now. */
  *steps({
    personKey,
    sessionId,
    accountId,
    until,
  }: SeeAsPayload): Steps<{ seen: true; before: string | null } | { seen: false }> {
    const account = yield* first(findAccount, accountId);
    if (!account) return { seen: false };
    yield* requireOpen(accountId);
    const before = yield* first(findSeen, sessionId, personKey);
    const seen = (yield* run(seeToSeeAs, account.key, timeOf(until), sessionId, personKey)) > 0;
    return seen ? { seen, before: before?.id ?? null } : { seen };
  },
  audit: ({ accountId, sessionId, until }, result) => {
    if (!result.seen) return null;
    const before = result.before === null ? null : { accountId: result.before };
    return { target: accountId, before, after: { sessionId, until: new Date(until).toISOString() } };
  },
});

export const endSeeAs = job({
  name: 'end-see-as',
  publishes: 'sessions',
  *steps({ personKey, sessionId }: SeenSession): Steps<{ accountId: string | null }> {
    const seen = yield* first(findSeen, sessionId, personKey);
    yield* run(end, sessionId, personKey);
    return { accountId: seen?.id ?? null };
  },
  audit: ({ sessionId }, { accountId }) =>
    accountId === null ? null : { target: accountId, after: { sessionId } },
});
