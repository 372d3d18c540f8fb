import { z } from 'zod';
import { type OperatorRole, operatorRole } from '../../../lib/account/session.ts';
import { type NewSession, openSession, endSeeingOf } from './session-jobs.ts';
import { endOperatorKeys, endOperatorLinks } from '../accounts/key-jobs.ts';
import { job } from '../sql/job.ts';
import { mailText, queueMail } from '../messages/queue-mail.ts';
import { endedBy, nothingEnded, proveAddress, withEnded } from './prove-address.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { findOwner } from './password-jobs.ts';
import type { FirstProof } from '../../../lib/account/people.ts';

export const newPerson = z.strictObject({
  /** per_ and random letters. */
  id: z.string(),
  email: z.string(),
  emailKey: z.string(),
  name: z.string(),
});

export type NewPerson = z.output<typeof newPerson>;

const findLink = statement<{ hash: string }>(
  "SELECT hash FROM Link WHERE hash = ? AND kind = 'setup' AND expiresAt > ?",
);
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const insert = statement(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, operatorRole, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, 'owner', ?, ?)`,
);
const dropLinks = statement("DELETE FROM Link WHERE kind = 'setup'");

/** Makes the first operator, who is signed in at once. Of several at the same time, one is made. */
export const claimPortal = job({
  name: 'claim-portal',
  publishes: 'sessions',
  /** `link`: the link has expired or was used. `operator`: somebody was first. `email`: somebody else has the address. */
  *steps(payload: {
    linkHash: string;
    person: NewPerson & { passwordHash: string };
    session: NewSession;
    now: number;
  }): Steps<{ claimed: true } | { claimed: false; because: 'link' | 'operator' | 'email' }> {
    const { linkHash, person, session, now } = payload;
    if (yield* first(findOwner)) return { claimed: false, because: 'operator' };
    if (!(yield* first(findLink, linkHash, timeOf(now)))) return { claimed: false, because: 'link' };
    if (yield* first(findByEmail, person.emailKey)) return { claimed: false, because: 'email' };
    const { id, email, emailKey, name, passwordHash } = person;
    yield* run(insert, id, email, emailKey, name, passwordHash, timeOf(now), timeOf(now));
    yield* run(dropLinks);
    const made = yield* first(findByEmail, emailKey);
    yield* openSession.steps({ ...session, personKey: made?.key ?? 0, personId: id, now, instead: null });
    return { claimed: true };
  },
  audit: ({ person }, { claimed }) =>
    claimed ? { target: person.id, after: { operatorRole: 'owner' } } : null,
});

const find = statement<{ key: number; id: string; operatorRole: string | null }>(
  'SELECT key, id, operatorRole FROM Person WHERE emailKey = ?',
);
const insertOperator = statement(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, operatorRole, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
);
const promote = statement('UPDATE Person SET operatorRole = ? WHERE emailKey = ?');
const dropSetupLinks = statement("DELETE FROM Link WHERE kind = 'setup'");

/** Makes an operator of a new person, or of one who is none yet. Who names the address of an operator vouches for it. */
export const makeOperator = job({
  name: 'make-operator',
  payload: z.strictObject({
    person: newPerson,
    role: operatorRole,
    /** Null: the person chooses a password with a link. */
    passwordHash: z.string().nullable(),
    now: z.int(),
  }),
  publishes: 'sessions',
  /**
   * `personId`: of the new operator, or of the one who has the address already. With what the proof of the address ended, if
   * it was the first.
   */
  *steps({ person, role, passwordHash, now }): Steps<FirstProof & { made: boolean; personId: string }> {
    const { id, email, emailKey, name } = person;
    const known = yield* first(find, emailKey);
    if (known && known.operatorRole !== null) return { made: false, personId: known.id, ...nothingEnded };
    let proof = nothingEnded;
    if (known) {
      yield* run(promote, role, emailKey);
      proof = yield* proveAddress(known.key, now);
    } else {
      const times = [timeOf(now), timeOf(now)];
      yield* run(insertOperator, id, email, emailKey, name, passwordHash, role, ...times);
    }
    if (role === 'owner') yield* run(dropSetupLinks);
    return { made: true, personId: known?.id ?? id, ...proof };
  },
  audit: ({ role }, result) =>
    result.made ? { target: result.personId, after: { operatorRole: role, ...endedBy(result) } } : null,
});

const findKey = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const setPassword = statement('UPDATE Person SET passwordHash = ?, operatorRole = ? WHERE emailKey = ?');

/** Makes the first operator as the settings name them. Of several portals at the same time, one does. */
export const provisionOperator = job({
  name: 'provision-operator',
  publishes: 'sessions',
  /** `personId`: null if there was an operator already. */
  *steps({
    person,
    passwordHash,
    now,
  }: {
    person: z.output<typeof newPerson>;
    passwordHash: string;
    now: number;
  }): Steps<
    FirstProof & {
      personId: string | null;
    }
  > {
    if (yield* first(findOwner)) return { personId: null, ...nothingEnded };
    const role = 'owner';
    const { made, personId, ...ofNew } = yield* makeOperator.steps({ person, role, passwordHash, now });
    // Somebody may have the address already, as an operator of another role, too.
    const { key } = (yield* first(findKey, person.emailKey)) ?? { key: 0 };
    const proof = made ? ofNew : yield* proveAddress(key, now);
    yield* run(setPassword, passwordHash, role, person.emailKey);
    return { personId, ...proof };
  },
  audit: (_, { personId, ...proof }) =>
    personId === null ? null : { target: personId, after: { operatorRole: 'owner', ...endedBy(proof) } },
});

const findOperatorRole = statement<{ key: number; email: string; operatorRole: string | null }>(
  'SELECT key, email, operatorRole FROM Person WHERE id = ? AND erasedAt IS NULL',
);
/** Of the portal. */
export const findOtherOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' AND id <> ? LIMIT 1",
);
const update = statement('UPDATE Person SET operatorRole = ? WHERE id = ?');

/** Changes the role of a person. There is always an owner: jobs that publish sessions run one after another. */
export const setOperatorRole = job({
  name: 'set-operator-role',
  // Operator keys have the role of the person who made them.
  payload: z.strictObject({
    personId: z.string(),
    /** Null: the person is no longer an operator. */
    role: operatorRole.nullable(),
    /** For a person whose ways in have ended. */
    mail: mailText.optional(),
    now: z.int(),
  }),
  publishes: 'keys',
  locks: 'sessions',
  /** `last-owner`: nobody else is an owner. Then nothing was changed. */
  *steps({
    personId,
    role,
    mail,
    now,
  }): Steps<
    | ({ outcome: 'set'; before: OperatorRole | null; revokedKeys: number } & FirstProof)
    | { outcome: 'unknown' }
    | { outcome: 'last-owner' }
  > {
    const person = yield* first(findOperatorRole, personId);
    if (!person) return { outcome: 'unknown' };
    const before: OperatorRole | null = operatorRole.nullable().parse(person.operatorRole);
    if (before === 'owner' && role !== 'owner' && !(yield* first(findOtherOwner, personId)))
      return { outcome: 'last-owner' };
    yield* run(update, role, personId);
    // Whoever gives the role means the owner of the address.
    const proof = before === null && role !== null ? yield* proveAddress(person.key, now) : nothingEnded;
    if (mail && proof.ended.length > 0)
      yield* queueMail({ kind: 'password-changed', to: person.email, ...withEnded(mail, proof), now });
    if (role !== before) yield* run(endSeeingOf, personId);
    if (role === 'owner') yield* run(dropSetupLinks);
    else if (before !== null && role !== before) yield* endOperatorLinks(personId, now);
    const revokedKeys = role === null ? yield* endOperatorKeys(personId, now) : 0;
    return { outcome: 'set', before, revokedKeys, ...proof };
  },
  audit: ({ personId, role }, result) => {
    if (result.outcome !== 'set' || result.before === role) return null;
    const { before, revokedKeys } = result;
    const after = { operatorRole: role, ...(revokedKeys > 0 && { revokedKeys }), ...endedBy(result) };
    return { target: personId, before: { operatorRole: before }, after };
  },
});

const findPerson = statement<{ key: number }>('SELECT key FROM Person WHERE id = ? AND erasedAt IS NULL');

/** Changes nothing: it is for the audit log. */
export const exportPerson = job({
  name: 'export-person',
  payload: z.strictObject({ personId: z.string() }),
  publishes: false,
  *steps({ personId }: { personId: string }): Steps<{ exported: boolean }> {
    return { exported: (yield* first(findPerson, personId)) !== undefined };
  },
  audit: ({ personId }, { exported }) => (exported ? { target: personId } : null),
});
