import { type Caps, caps, hasCap } from '../../../lib/ledger/caps.ts';
import { z } from 'zod';
import { type Granted, grantSchema } from '../ledger.ts';
import { job } from '../sql/job.ts';
import { requireOpen } from '../sql/check-author.ts';
import { mayPerson } from './found-member.ts';
import { lockPurse, makePurse, grantCredits } from '../sql/transfer.ts';
import { countAccountSpend, forgetAccountSpend } from '../sql/spending.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const find = statement<{ id: string }>('SELECT id FROM Account WHERE name = ?');
const insert = statement('INSERT INTO Account (id, name, createdAt) VALUES (?, ?, ?)');

/** Creates an account with its first credits. Where these cannot be issued, there is no account either. */
export const createAccount = job({
  name: 'create-account',
  // No index keeps a name from being taken twice.
  payload: z.strictObject({
    /** acc_ and random letters. */
    id: z.string(),
    name: z.string(),
    now: z.int(),
    /** Credits granted with the account; none by default. */
    credits: z.int().min(0).optional(),
  }),
  publishes: false,
  locks: 'keys',
  /** `takenBy`: the account that has the name already; then nothing was made. */
  *steps({ id, name, now, credits = 0 }): Steps<{ takenBy: string | null }> {
    const taken = yield* first(find, name);
    if (taken) return { takenBy: taken.id };
    yield* run(insert, id, name, timeOf(now));
    if (credits > 0)
      yield* grantCredits({
        purseId: id,
        credits,
        kind: 'grant',
        reason: 'Starting credits',
        nowMs: now,
      });
    return { takenBy: null };
  },
  audit: ({ id, credits = 0 }, { takenBy }) => (takenBy === null ? { target: id, after: { credits } } : null),
});

const findName = statement<{ name: string }>('SELECT name FROM Account WHERE id = ?');
const rename = statement('UPDATE Account SET name = ? WHERE id = ?');

/** Renames an account. Its id stays, and with it all that belongs to it. */
export const renameAccount = job({
  name: 'rename-account',
  // As when one is created.
  payload: z.strictObject({
    accountId: z.string(),
    name: z.string(),
    /** `Person.key` of the member who does it; null for operators. */
    by: z.int().nullable(),
  }),
  publishes: 'keys',
  locks: 'keys',
  *steps({ accountId, name, by }): Steps<RenameResult> {
    if (by !== null && !(yield* mayPerson(accountId, by, 'rename-account')))
      return { outcome: 'not-allowed' };
    yield* requireOpen(accountId);
    const before = yield* first(findName, accountId);
    if (!before) return { outcome: 'no-account' };
    const taken = yield* first(find, name);
    if (taken && taken.id !== accountId) return { outcome: 'taken', takenBy: taken.id };
    if (before.name !== name) yield* run(rename, name, accountId);
    return { outcome: 'renamed', before: before.name };
  },
  audit: ({ accountId, name }, result) =>
    result.outcome !== 'renamed' || result.before === name
      ? null
      : { target: accountId, before: { name: result.before }, after: { name } },
});

type RenameResult =
  | { outcome: 'renamed'; before: string }
  | { outcome: 'taken'; takenBy: string }
  | { outcome: 'no-account' | 'not-allowed' };

const findAccount = statement<Caps>(
  `SELECT p.capDay AS capDay, p.capMonth AS capMonth, p.capTotal AS capTotal
     FROM Purse p JOIN Account a ON a.id = p.id WHERE a.id = ?`,
);
const update = statement('UPDATE Purse SET capDay = ?, capMonth = ?, capTotal = ? WHERE id = ?');

/** Sets what an account can spend. No call of it is held meanwhile, and all later ones obey. */
export const capAccount = job({
  name: 'cap-account',
  // Holds lock the purse, too.
  payload: z.strictObject({
    accountId: z.string(),
    /** What is absent stays as it is; null removes a cap. */
    caps: caps.partial(),
    reason: z.string(),
  }),
  publishes: false,
  *steps({
    accountId,
    caps,
  }): Steps<{ outcome: 'capped'; before: Caps; after: Caps } | { outcome: 'no-account' }> {
    yield* requireOpen(accountId);
    yield* makePurse(accountId);
    yield* lockPurse(accountId);
    const before = yield* first(findAccount, accountId);
    if (!before) return { outcome: 'no-account' };
    const { capDay = before.capDay, capMonth = before.capMonth, capTotal = before.capTotal } = caps;
    const after = { capDay, capMonth, capTotal };
    if (hasCap(after) && !hasCap(before)) yield* countAccountSpend(accountId);
    if (hasCap(before) && !hasCap(after)) yield* forgetAccountSpend(accountId);
    yield* run(update, capDay, capMonth, capTotal, accountId);
    return { outcome: 'capped', before, after };
  },
  audit: ({ accountId, reason }, result) => {
    if (result.outcome !== 'capped') return null;
    const { before, after } = result;
    const isSame = (['capDay', 'capMonth', 'capTotal'] as const).every(
      (name) => before[name] === after[name],
    );
    return isSame ? null : { target: accountId, before, after, reason };
  },
});

export const suspend = statement(
  'UPDATE Purse SET suspendedAt = ? WHERE id = ? AND suspendedAt IS NULL AND key > 2',
);
const resume = statement('UPDATE Purse SET suspendedAt = NULL WHERE id = ? AND suspendedAt IS NOT NULL');

/** Holds that were begun before end first, and all later ones are refused. */
export const suspendAccount = job({
  name: 'suspend-account',
  payload: z.strictObject({
    accountId: z.string(),
    /** False: it may make calls again. */
    suspended: z.boolean(),
    now: z.int(),
  }),
  publishes: 'keys',
  *steps({ accountId, suspended, now }): Steps<{ changed: boolean }> {
    yield* requireOpen(accountId);
    if (!suspended) return { changed: (yield* run(resume, accountId)) > 0 };
    yield* makePurse(accountId);
    return { changed: (yield* run(suspend, timeOf(now), accountId)) > 0 };
  },
  audit: ({ accountId, suspended }, { changed }) =>
    changed ? { target: accountId, before: { suspended: !suspended }, after: { suspended } } : null,
});

/** What a person moves. */
export const grant = job({
  name: 'grant',
  payload: grantSchema,
  publishes: false,
  *steps(request): Steps<Granted> {
    yield* requireOpen(request.purseId);
    return yield* grantCredits(request);
  },
  audit: ({ purseId, credits, kind, reason, callId }) => {
    const after = callId === undefined ? { credits, kind } : { credits, kind, callId };
    return { target: purseId, after, reason };
  },
});
