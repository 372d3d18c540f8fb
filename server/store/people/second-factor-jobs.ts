import { z } from 'zod';
import { job } from '../sql/job.ts';
import { type MailText, mailText, type NewMail, queueMail } from '../messages/queue-mail.ts';
import { run, statement, type Steps, timeOf, first, msOf } from '../sql/statement.ts';
import { useProof, type Proof } from './proofs.ts';
import { type OpenSessionPayload, endAllSessions, openSession } from './session-jobs.ts';

const dropUnconfirmed = statement('DELETE FROM SecondFactor WHERE personKey = ? AND confirmedAt IS NULL');
const insert = statement(
  'INSERT INTO SecondFactor (personKey, secret, createdAt, tries) VALUES (?, ?, ?, 0) ON CONFLICT (personKey) DO NOTHING',
);

/** Makes a second factor that does not count yet, unless the person has one that does. */
export const beginSecondFactor = job({
  name: 'begin-second-factor',
  publishes: false,
  locks: 'sessions',
  *steps({
    personKey,
    secret,
    now,
  }: {
    personKey: number;
    personId: string;
    now: number;
    /** Encrypted. */
    secret: string;
  }): Steps<{ begun: boolean }> {
    yield* run(dropUnconfirmed, personKey);
    return { begun: (yield* run(insert, personKey, secret, timeOf(now))) > 0 };
  },
  audit: ({ personId }, { begun }) => (begun ? { target: personId } : null),
});

const enable = statement(
  'UPDATE SecondFactor SET confirmedAt = ?, lastStep = ? WHERE personKey = ? AND secret = ? AND confirmedAt IS NULL',
);
export const dropRecoveryCodes = statement('DELETE FROM RecoveryCode WHERE personKey = ?');
const insertCode = statement('INSERT INTO RecoveryCode (hash, personKey) VALUES (?, ?)');
const findEmail = statement<{ email: string }>('SELECT email FROM Person WHERE key = ?');

/** Queues a mail to a person. */
export function* mailTo(personKey: number, mail: Omit<NewMail, 'to'>): Steps<void> {
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ to, ...mail });
}

const findOtherWay = statement<{ key: number }>(
  `SELECT p.key AS key FROM Person p
    WHERE p.key = ? AND (p.passwordHash IS NOT NULL
       OR EXISTS (SELECT 1 FROM Passkey k WHERE k.personKey = p.key AND k.id <> ?)
       OR EXISTS (SELECT 1 FROM Identity i WHERE i.personKey = p.key AND i.id <> ?))`,
);

/** Whether a person can sign in without the passkey or identity of this id. */
export function* hasOtherWay(personKey: number, id: string): Steps<boolean> {
  return (yield* first(findOtherWay, personKey, id, id)) !== undefined;
}

/** Lets a second factor count, with its recovery codes. The code that was entered is used. */
export const enableSecondFactor = job({
  name: 'enable-second-factor',
  publishes: false,
  locks: 'sessions',
  *steps({
    personKey,
    secret,
    step,
    recoveryCodes,
    now,
    mail,
  }: {
    personKey: number;
    personId: string;
    now: number;
    /** The one that the code was of. */
    secret: string;
    step: number;
    /** Hashes. */
    recoveryCodes: string[];
    mail: MailText;
  }): Steps<{ enabled: boolean }> {
    if ((yield* run(enable, timeOf(now), step, personKey, secret)) === 0) return { enabled: false };
    yield* run(dropRecoveryCodes, personKey);
    for (const hash of recoveryCodes) yield* run(insertCode, hash, personKey);
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { enabled: true };
  },
  audit: ({ personId }, { enabled }) => (enabled ? { target: personId } : null),
});

export const dropFactor = statement('DELETE FROM SecondFactor WHERE personKey = ?');

export const removeSecondFactor = job({
  name: 'remove-second-factor',
  publishes: false,
  locks: 'sessions',
  *steps({
    personKey,
    now,
    mail,
  }: {
    personKey: number;
    personId: string;
    now: number;
    mail: MailText;
  }): Steps<{ removed: boolean }> {
    if ((yield* run(dropFactor, personKey)) === 0) return { removed: false };
    yield* run(dropRecoveryCodes, personKey);
    yield* mailTo(personKey, { kind: 'factors-changed', ...mail, now });
    return { removed: true };
  },
  audit: ({ personId }, { removed }) => (removed ? { target: personId } : null),
});

const find = statement<{ key: number; id: string; email: string }>(
  'SELECT key, id, email FROM Person WHERE emailKey = ?',
);
export const dropPasskeys = statement('DELETE FROM Passkey WHERE personKey = ?');
export const dropChallenges = statement('DELETE FROM Challenge WHERE personKey = ?');

/** Removes what a person has lost besides the password. Their sessions end: whoever found it may have one. */
export const resetFactors = job({
  name: 'reset-factors',
  payload: z.strictObject({
    emailKey: z.string(),
    now: z.int(),
    mail: mailText,
  }),
  publishes: 'sessions',
  /** Null: nobody has the address. `had`: whether there was anything to remove. */
  *steps({ emailKey, now, mail }): Steps<{ personId: string; had: boolean } | { personId: null }> {
    const person = yield* first(find, emailKey);
    if (!person) return { personId: null };
    const { key, id: personId, email: to } = person;
    const removed = (yield* run(dropFactor, key)) + (yield* run(dropPasskeys, key));
    if (removed === 0) return { personId, had: false };
    yield* run(dropRecoveryCodes, key);
    yield* run(dropChallenges, key);
    yield* run(endAllSessions, key);
    yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
    return { personId, had: true };
  },
  audit: (_, result) => (result.personId !== null && result.had ? { target: result.personId } : null),
});

const beginAnew = statement(
  'UPDATE SecondFactor SET tries = 0, triesSince = ? WHERE personKey = ? AND (triesSince IS NULL OR triesSince <= ?)',
);
const take = statement('UPDATE SecondFactor SET tries = tries + 1 WHERE personKey = ? AND tries < ?');
const findSince = statement<{ triesSince: number | Date | null }>(
  'SELECT triesSince FROM SecondFactor WHERE personKey = ?',
);

/** Counts a try of a code. `retryAt`: when there are tries again, if there are none now. */
export const takeCodeTry = job({
  name: 'take-code-try',
  // A counter, as those of the limits are.
  publishes: false,
  *steps({
    personKey,
    now,
    most,
    withinMs,
  }: {
    personKey: number;
    now: number;
    most: number;
    withinMs: number;
  }): Steps<{ retryAt: number | null }> {
    yield* run(beginAnew, timeOf(now), personKey, timeOf(now - withinMs));
    if ((yield* run(take, personKey, most)) > 0) return { retryAt: null };
    const { triesSince = null } = (yield* first(findSince, personKey)) ?? {};
    return { retryAt: (msOf(triesSince) ?? now) + withinMs };
  },
  audit: false,
});

const findSignIn = statement<{ mailedCodeAt: number | Date | null }>(
  "SELECT mailedCodeAt FROM Challenge WHERE hash = ? AND kind = 'sign-in' AND personKey = ? AND expiresAt > ?",
);
const drop = statement('DELETE FROM Challenge WHERE hash = ?');

/** Opens the session of a person who has a code, after the password or a mailed code, or a passkey. */
export const finishSignIn = job({
  name: 'finish-sign-in',
  publishes: 'sessions',
  /** `used`: the proof was used already. */
  *steps({
    challengeHash,
    proof,
    session,
  }: {
    /** Of the sign-in that needs a code; null if the proof is enough. */
    challengeHash: string | null;
    proof: Proof;
    session: Extract<OpenSessionPayload, { personKey: number }>;
  }): Steps<{
    outcome: 'signed-in' | 'expired' | 'used';
  }> {
    const { personKey, now } = session;
    const pending =
      challengeHash === null
        ? { mailedCodeAt: null }
        : yield* first(findSignIn, challengeHash, personKey, timeOf(now));
    if (!pending) return { outcome: 'expired' };
    if (!(yield* useProof(personKey, proof, now))) return { outcome: 'used' };
    if (challengeHash !== null) yield* run(drop, challengeHash);
    yield* openSession.steps({ ...session, mailedCodeAt: msOf(pending.mailedCodeAt) });
    return { outcome: 'signed-in' };
  },
  audit: ({ session, proof }, { outcome }) => {
    const { id, personId, device } = session;
    return outcome === 'signed-in' ? { target: id, after: { personId, device, by: proof.kind } } : null;
  },
});
