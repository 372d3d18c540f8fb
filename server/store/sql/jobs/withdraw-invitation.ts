import type { WithdrawInvitationPayload, WithdrawInvitationResult } from '../../member-changes.ts';
import { mayPerson } from '../found-member.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const withdraw = statement(
  `UPDATE Invitation SET withdrawnAt = ? WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)
      AND usedAt IS NULL AND withdrawnAt IS NULL`,
);

const findRole = statement<{ role: string }>(
  'SELECT role FROM Invitation WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** False if the account has no such open invitation, or the person may not withdraw it. */
export function* withdrawInvitation({
  id,
  accountId,
  by,
  now,
}: WithdrawInvitationPayload): Steps<WithdrawInvitationResult> {
  const invited = yield* first(findRole, id, accountId);
  // As only owners invite owners.
  const verb = invited?.role === 'owner' ? 'manage-owners' : 'manage-members';
  if (!(yield* mayPerson(accountId, by, verb)))
    return { withdrawn: false, ...(verb === 'manage-owners' && { needsOwner: true }) };
  return { withdrawn: (yield* run(withdraw, timeOf(now), id, accountId)) > 0 };
}
