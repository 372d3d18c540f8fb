import { invitationSubject } from '../../../lib/account/members.ts';
import { all, run, statement, type Steps, timeOf, msOf } from '../sql/statement.ts';
import { suspendAccount } from './account-jobs.ts';
import { revokeKey } from './key-jobs.ts';

interface ClosedAccount {
  accountKey: number;
  accountId: string;
  accountName: string;
}

const rename = statement('UPDATE Account SET name = ? WHERE key = ?');
const renameKeys = statement("UPDATE ApiKey SET name = 'Key of a closed account' WHERE accountKey = ?");
// In the order in which holds lock them.
const findKeys = statement<{ id: string }>(
  'SELECT id FROM ApiKey WHERE accountKey = ? AND revokedAt IS NULL ORDER BY key',
);
const dropDeliveries = statement(
  'DELETE FROM WebhookDelivery WHERE webhookKey IN (SELECT key FROM Webhook WHERE accountKey = ?)',
);
const dropAlerts = statement('DELETE FROM Alert WHERE accountKey = ?');
const dropWebhooks = statement('DELETE FROM Webhook WHERE accountKey = ?');
const endInvitations = statement(
  `UPDATE Invitation SET email = NULL, withdrawnAt = CASE WHEN usedAt IS NULL THEN coalesce(withdrawnAt, ?) ELSE withdrawnAt END
    WHERE accountKey = ?`,
);
export const dropInvitationMails = statement<DeletedMailRow>(
  "DELETE FROM Mail WHERE kind = 'invitation' AND subject = ? RETURNING id, createdAt",
);

const endSeeing = statement(
  'UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL WHERE seesAccountKey = ?',
);

/** Ends the keys, webhooks, alerts and invitations of an account, which keeps its ledger and calls. */
export function* closeAccount(
  { accountKey, accountId, accountName }: ClosedAccount,
  now: number,
): Steps<{ revokedKeys: number; mails: DeletedMail[] }> {
  yield* run(dropDeliveries, accountKey);
  yield* run(dropWebhooks, accountKey);
  yield* run(dropAlerts, accountKey);
  yield* run(endSeeing, accountKey);
  yield* run(endInvitations, timeOf(now), accountKey);
  const mails = yield* all(dropInvitationMails, invitationSubject(accountName));
  yield* run(renameKeys, accountKey);
  yield* run(rename, `Closed account ${accountId}`, accountKey);
  const keys = yield* all(findKeys, accountKey);
  for (const { id } of keys) yield* revokeKey.steps({ id, now });
  yield* suspendAccount.steps({ accountId, suspended: true, now });
  return { revokedKeys: keys.length, mails: deletedMails(mails) };
}

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
