import { z } from 'zod';
import { invitationSubject } from '../../../lib/account/members.ts';
import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps, timeOf, msOf } from '../sql/statement.ts';
import { makePurse } from '../sql/transfer.ts';
import { suspend } from './account-jobs.ts';
import { revokeKey } from './key-jobs.ts';

interface ClosedAccount {
  accountKey: number;
  accountId: string;
  accountName: string;
}

/** Counted in the audit log. The files of the mails are deleted afterwards. */
interface Ended {
  revokedKeys: number;
  members: number;
  mails: DeletedMail[];
}

// It waits for changes of the account that are under way. Those after it are refused.
const close = statement('UPDATE Account SET closedAt = ? WHERE key = ?');
// In the order in which holds lock them.
const findKeys = statement<{ id: string }>(
  'SELECT id FROM ApiKey WHERE accountKey = ? AND revokedAt IS NULL ORDER BY key',
);
const dropDeliveries = statement(
  'DELETE FROM WebhookDelivery WHERE webhookKey IN (SELECT key FROM Webhook WHERE accountKey = ?)',
);
const endings = [
  dropDeliveries,
  statement('DELETE FROM Webhook WHERE accountKey = ?'),
  statement('DELETE FROM Alert WHERE accountKey = ?'),
  statement("DELETE FROM ApprovalRequest WHERE accountKey = ? AND state = 'open'"),
  statement('UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL WHERE seesAccountKey = ?'),
];
const endInvitations = statement(
  `UPDATE Invitation SET email = NULL, withdrawnAt = CASE WHEN usedAt IS NULL THEN coalesce(withdrawnAt, ?) ELSE withdrawnAt END
    WHERE accountKey = ?`,
);
export const dropInvitationMails = statement<DeletedMailRow>(
  "DELETE FROM Mail WHERE kind = 'invitation' AND subject = ? RETURNING id, createdAt",
);
// Members who never chose an account learn which one is gone, too.
const noteInSessions = statement(
  `UPDATE Session SET accountKey = ? WHERE accountKey IS NULL
      AND personKey IN (SELECT personKey FROM Member WHERE accountKey = ? AND removedAt IS NULL)`,
);
const endMemberships = statement(
  'UPDATE Member SET removedAt = ? WHERE accountKey = ? AND removedAt IS NULL',
);

/**
 * Ends the members, keys, webhooks, alerts and invitations of an account, which keeps its ledger, calls and credits. Calls
 * that are held already are settled as usual.
 */
export function* closeAccount(
  { accountKey, accountId, accountName }: ClosedAccount,
  now: number,
): Steps<Ended> {
  yield* run(close, timeOf(now), accountKey);
  for (const end of endings) yield* run(end, accountKey);
  yield* run(endInvitations, timeOf(now), accountKey);
  const mails = yield* all(dropInvitationMails, invitationSubject(accountName));
  const keys = yield* all(findKeys, accountKey);
  for (const { id } of keys) yield* revokeKey.steps({ id, now });
  yield* makePurse(accountId);
  yield* run(suspend, timeOf(now), accountId);
  yield* run(noteInSessions, accountKey, accountKey);
  const members = yield* run(endMemberships, timeOf(now), accountKey);
  return { revokedKeys: keys.length, members, mails: deletedMails(mails) };
}

const findAccount = statement<ClosedAccount & { closedAt: number | Date | null }>(
  'SELECT key AS accountKey, id AS accountId, name AS accountName, closedAt FROM Account WHERE id = ?',
);
const findCredits = statement<{ available: number }>(
  'SELECT posted - pending AS available FROM Purse WHERE id = ?',
);
const reopen = statement('UPDATE Account SET closedAt = NULL WHERE key = ?');
// One that was suspended before it was closed stays so.
const resume = statement(
  'UPDATE Purse SET suspendedAt = NULL WHERE id = ? AND suspendedAt = (SELECT closedAt FROM Account WHERE key = ?)',
);

/** Closes an account, or reopens it: then its credits can be spent again, and all else that ended stays so. */
export const closeAccountOrReopen = job({
  name: 'close-account',
  payload: z.strictObject({
    accountId: z.string(),
    /** False: it is open again. */
    closed: z.boolean(),
    now: z.int(),
  }),
  publishes: 'keys',
  /** `credits`: what stays unused. */
  *steps({ accountId, closed, now }): Steps<{ changed: boolean; ended?: Ended & { credits: number } }> {
    const account = yield* first(findAccount, accountId);
    if (!account || (account.closedAt !== null) === closed) return { changed: false };
    if (closed) {
      const ended = yield* closeAccount(account, now);
      const { available = 0 } = (yield* first(findCredits, accountId)) ?? {};
      return { changed: true, ended: { ...ended, credits: Number(available) } };
    }
    yield* run(resume, accountId, account.accountKey);
    yield* run(reopen, account.accountKey);
    return { changed: true };
  },
  audit: ({ accountId, closed }, { changed, ended }) => {
    if (!changed) return null;
    const { mails: _, ...what } = ended ?? { mails: [] };
    return { target: accountId, before: { closed: !closed }, after: { closed, ...what } };
  },
});

/** A mail whose file is deleted after the commit. */
export interface DeletedMail {
  id: string;
  createdAt: number;
}

export interface DeletedMailRow {
  id: string;
  createdAt: number | Date;
}

/** Mails whose files have to go, too. */
export function deletedMails(rows: DeletedMailRow[]): DeletedMail[] {
  return rows.map(({ id, createdAt }) => ({ id, createdAt: msOf(createdAt) }));
}
