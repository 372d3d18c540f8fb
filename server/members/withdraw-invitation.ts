import { Problem } from '../../lib/problem/problem.ts';
import { owners, roleRefusal } from '../callers/require-role.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requireMember } from './own-membership.ts';

/** Its link stops working. */
export async function withdrawInvitation(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key } = requireMember(caller, 'manage-members');
  const wish = { id, accountId: caller.purse, by: key, now: Date.now() };
  const author = authorOf(caller, requestId);
  const { withdrawn, needsOwner } = await writeChange(context, 'withdraw-invitation', wish, author);
  if (needsOwner)
    throw roleRefusal('Only owners of the account can withdraw an invitation to own it.', owners);
  if (!withdrawn)
    throw new Problem('not-found', 'Your account has no open invitation of this id. It may have been used.');
}
