import { type MailText, queueMail, reachedMailBound } from '../messages/queue-mail.ts';
import { job, type PayloadOf } from '../sql/job.ts';
import { endedBy, proveAddress, withEnded } from './prove-address.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { beginSignIn, makePasswordLink, findFactor } from './password-jobs.ts';
import { openSession, type NewSession } from './session-jobs.ts';
import type { FirstProof } from '../../../lib/account/people.ts';

const dropOver = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const write = statement(
  `INSERT INTO Challenge (hash, kind, answer, tries, createdAt, expiresAt) VALUES (?, 'mail-code', ?, 0, ?, ?)
   ON CONFLICT (hash) DO UPDATE SET answer = excluded.answer, tries = 0, createdAt = excluded.createdAt,
     expiresAt = excluded.expiresAt
   WHERE Challenge.createdAt <= ?`,
);
const find = statement<{ id: string; email: string; provenAt: unknown }>(
  'SELECT id, email, addressProvenAt AS provenAt FROM Person WHERE emailKey = ?',
);

/** Makes a code for an address, whoever has it, and mails it if somebody does. Null if nobody got a mail. */
export const mailCode = job({
  name: 'mail-code',
  publishes: false,
  locks: 'sessions',
  *steps(payload: {
    emailKey: string;
    /** For whom it is, and what it is. */
    hash: string;
    answer: string;
    now: number;
    expiresAt: number;
    /** How long there is no other one. */
    pauseMs: number;
    /** The network that asks, as a hash. */
    askedBy?: string;
    mail: MailText;
  }): Steps<{ personId: string | null }> {
    const { emailKey, hash, answer, now, expiresAt, pauseMs, askedBy, mail } = payload;
    if (yield* reachedMailBound('sign-in-code', emailKey, payload)) return { personId: null };
    yield* run(dropOver, timeOf(now));
    const times = [timeOf(now), timeOf(expiresAt), timeOf(now - pauseMs)];
    const isNew = (yield* run(write, hash, answer, ...times)) > 0;
    const person = yield* first(find, emailKey);
    if (!isNew || !person) return { personId: null };
    const told = person.provenAt === null ? withEnding(mail) : mail;
    yield* queueMail({ kind: 'sign-in-code', to: person.email, ...told, now, askedBy });
    return { personId: person.id };
  },
  audit: (_, { personId }) => (personId === null ? null : { target: personId }),
});

/** Only who gets the mail learns that somebody has the address, and that nobody has proven it. */
function withEnding({ subject, text }: MailText): MailText {
  return {
    subject,
    text: `${text}
Signing in with this code verifies your email address. It ends everything that was set up for it before: password, second factor, passkeys, identities and sessions. You then get a link to choose a new password.
`,
  };
}

/** With 100 million codes, and one a minute. */
const mostTries = 5;

const take = statement(
  `UPDATE Challenge SET tries = tries + 1
    WHERE hash = ? AND kind = 'mail-code' AND expiresAt > ? AND tries < ${mostTries}`,
);
const use = statement('DELETE FROM Challenge WHERE hash = ? AND answer = ?');
const findMailCode = statement<{ key: number; id: string }>('SELECT key, id FROM Person WHERE emailKey = ?');

/** Signs in whoever has the code that was mailed. Each try counts, also with an address that nobody has. */
export const useMailCode = job({
  name: 'use-mail-code',
  publishes: 'sessions',
  *steps({
    emailKey,
    hash,
    answer,
    session,
    instead,
    pending,
    link,
    now,
  }: {
    emailKey: string;
    hash: string;
    answer: string;
    session: NewSession;
    instead: string | null;
    /** The sign-in that begins if the person has a second factor. */
    pending: { hash: string; expiresAt: number };
    /** To choose a password, if theirs ends because this is the first proof of the address. */
    link: Omit<PayloadOf<typeof makePasswordLink>, 'emailKey' | 'now'>;
    now: number;
  }): Steps<
    | ({ outcome: 'signed-in'; personId: string; personKey: number } & FirstProof)
    | { outcome: 'pending'; personId: string }
    | { outcome: 'wrong' }
  > {
    const isTaken = (yield* run(take, hash, timeOf(now))) > 0;
    const isRight = isTaken && (yield* run(use, hash, answer)) > 0;
    const person = yield* first(findMailCode, emailKey);
    if (!isRight || !person) return { outcome: 'wrong' };
    const { key: personKey, id: personId } = person;
    // Somebody else may have chosen the password that ends, and the person gets a link to choose one.
    const proof = yield* proveAddress(personKey, now);
    if (proof.ended.length > 0)
      yield* makePasswordLink.steps({ ...link, emailKey, now, mail: withEnded(link.mail, proof) });
    if (yield* first(findFactor, personKey)) {
      yield* beginSignIn({ ...pending, personKey, personId, now, mailedCodeAt: now });
      return { outcome: 'pending', personId };
    }
    yield* openSession.steps({ ...session, personKey, personId, now, instead, mailedCodeAt: now });
    return { outcome: 'signed-in', personId, personKey, ...proof };
  },
  audit: ({ session }, result) => {
    if (result.outcome === 'wrong') return null;
    const { personId } = result;
    if (result.outcome === 'pending') return { target: personId };
    const after = { personId, device: session.device, by: 'mail-code', ...endedBy(result) };
    return { target: session.id, after };
  },
});
