import { z } from 'zod';
import { comparisonKeyOf } from '../../../lib/account/mail-address.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import {
  mailText,
  type MailBound,
  type MailText,
  queueMail,
  reachedMailBound,
} from '../messages/queue-mail.ts';
import { dropLinks } from './prove-address.ts';
import { dropChallenges } from './second-factor-jobs.ts';

const rename = statement('UPDATE Person SET name = ? WHERE id = ? AND erasedAt IS NULL AND name <> ?');
const findPerson = statement<{ name: string }>('SELECT name FROM Person WHERE id = ? AND erasedAt IS NULL');

/** Changes the name of a person. The audit log does not have it, so that it goes when the person is erased. */
export const renamePerson = job({
  name: 'rename-person',
  payload: z.strictObject({ personId: z.string(), name: z.string() }),
  publishes: 'sessions',
  *steps({ personId, name }): Steps<{ outcome: 'renamed' | 'same' | 'unknown' }> {
    if (!(yield* first(findPerson, personId))) return { outcome: 'unknown' };
    return { outcome: (yield* run(rename, name, personId, name)) > 0 ? 'renamed' : 'same' };
  },
  audit: ({ personId }, { outcome }) => (outcome === 'renamed' ? { target: personId } : null),
});

const findAsking = statement<{ id: string; email: string; provenAt: unknown }>(
  'SELECT id, email, addressProvenAt AS provenAt FROM Person WHERE key = ? AND erasedAt IS NULL',
);
const dropEarlier = statement(
  "DELETE FROM Link WHERE kind = 'address' AND (personKey = ? OR expiresAt <= ?)",
);
const insert = statement(
  "INSERT INTO Link (hash, kind, personKey, email, createdAt, expiresAt) VALUES (?, 'address', ?, ?, ?, ?)",
);

/** Mails a link to the address that a person wants, and tells the one that they have. Earlier such links end. */
export const askForAddress = job({
  name: 'ask-for-address',
  publishes: false,
  locks: 'sessions',
  /** `unproven`: the person has yet to show that the present address is theirs. */
  *steps(payload: {
    personKey: number;
    personId: string;
    email: string;
    /** SHA-256 of the token in the link. */
    hash: string;
    now: number;
    expiresAt: number;
    /** The person who asks, as a hash. */
    askedBy: string;
    /** Has the link. */
    mail: MailText;
    mailToPresent: MailText;
  }): Steps<{ outcome: 'mailed' | 'unproven' | 'unknown' } | { outcome: 'bound'; bound: MailBound }> {
    const { personKey, email, hash, now, expiresAt, askedBy, mail, mailToPresent } = payload;
    const person = yield* first(findAsking, personKey);
    if (!person) return { outcome: 'unknown' };
    if (person.provenAt === null) return { outcome: 'unproven' };
    const bound = yield* reachedMailBound('address-link', email, payload);
    if (bound) return { outcome: 'bound', bound };
    yield* run(dropEarlier, personKey, timeOf(now));
    yield* run(insert, hash, personKey, email, timeOf(now), timeOf(expiresAt));
    yield* queueMail({ kind: 'address-link', to: email, ...mail, now, askedBy });
    yield* queueMail({ kind: 'address-changed', to: person.email, ...mailToPresent, now });
    return { outcome: 'mailed' };
  },
  audit: ({ personId }, { outcome }) => (outcome === 'mailed' ? { target: personId } : null),
});

interface Moving {
  key: number;
  id: string;
  email: string;
  emailKey: string;
}

const findTaken = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const move = statement('UPDATE Person SET email = ?, emailKey = ? WHERE key = ?');
const dropRegistration = statement('DELETE FROM Registration WHERE emailKey = ?');

/**
 * Gives a person another address, and tells the old one. Links and codes that were mailed to that end; sessions go on.
 * Jobs that write addresses run one after another, so of two people who want one address, one gets it.
 */
function* moveTo(
  person: Moving,
  wanted: { email: string; emailKey: string },
  mail: MailText,
  now: number,
): Steps<'changed' | 'same' | 'taken'> {
  if (person.email === wanted.email) return 'same';
  const taken = yield* first(findTaken, wanted.emailKey);
  if (taken && taken.key !== person.key) return 'taken';
  yield* run(move, wanted.email, wanted.emailKey, person.key);
  yield* run(dropLinks, person.key);
  yield* run(dropChallenges, person.key);
  yield* run(dropRegistration, wanted.emailKey);
  yield* queueMail({ kind: 'address-changed', to: person.email, ...mail, now });
  return 'changed';
}

const findByLink = statement<Moving & { wanted: string }>(
  `SELECT p.key AS key, p.id AS id, p.email AS email, p.emailKey AS emailKey, l.email AS wanted
     FROM Link l JOIN Person p ON p.key = l.personKey
    WHERE l.hash = ? AND l.kind = 'address' AND l.expiresAt > ? AND p.erasedAt IS NULL`,
);
const dropLink = statement('DELETE FROM Link WHERE hash = ?');

/** Makes the address that a link was mailed to the person's own, once. */
export const useAddressLink = job({
  name: 'use-address-link',
  publishes: 'sessions',
  *steps({
    linkHash,
    mail,
    now,
  }: {
    linkHash: string;
    /** Tells the old address. */
    mail: MailText;
    now: number;
  }): Steps<
    { outcome: 'changed' | 'same' | 'taken'; personId: string; email: string } | { outcome: 'over' }
  > {
    const person = yield* first(findByLink, linkHash, timeOf(now));
    if (!person) return { outcome: 'over' };
    yield* run(dropLink, linkHash);
    const wanted = { email: person.wanted, emailKey: comparisonKeyOf(person.wanted) };
    const outcome = yield* moveTo(person, wanted, mail, now);
    return { outcome, personId: person.id, email: person.wanted };
  },
  audit: (_, result) => (result.outcome === 'changed' ? { target: result.personId } : null),
});

const findToMove = statement<Moving>(
  'SELECT key, id, email, emailKey FROM Person WHERE id = ? AND erasedAt IS NULL',
);

/** Gives a person the address that an operator names. */
export const changeAddress = job({
  name: 'change-address',
  payload: z.strictObject({
    personId: z.string(),
    email: z.string(),
    emailKey: z.string(),
    /** Tells the old address. */
    mail: mailText,
    now: z.int(),
  }),
  publishes: 'sessions',
  *steps({ personId, email, emailKey, mail, now }): Steps<{
    outcome: 'changed' | 'same' | 'taken' | 'unknown';
  }> {
    const person = yield* first(findToMove, personId);
    if (!person) return { outcome: 'unknown' };
    return { outcome: yield* moveTo(person, { email, emailKey }, mail, now) };
  },
  audit: ({ personId }, { outcome }) => (outcome === 'changed' ? { target: personId } : null),
});
