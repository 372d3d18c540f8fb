import type { WithdrawInvitationPayload } from '../../member-changes.ts';
import { mayPerson } from '../found-member.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const withdraw = statement(
  `UPDATE Invitation SET withdrawnAt = ? WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)
      AND usedAt IS NULL AND withdrawnAt IS NULL`,
);

/** False if the account has no such open invitation, or the person may not withdraw it. */
export function* withdrawInvitation({
  id,
  accountId,
  by,
  now,
}: WithdrawInvitationPayload): Steps<{ withdrawn: boolean }> {
  if (!(yield* mayPerson(accountId, by, 'manage-members'))) return { withdrawn: false };
  return { withdrawn: (yield* run(withdraw, timeOf(now), id, accountId)) > 0 };
}
