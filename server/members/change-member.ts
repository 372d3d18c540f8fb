import type { MemberChanges } from '../../lib/account/members.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { activeAuthor } from '../callers/member-author.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { memberRefusal, requireMember } from './own-membership.ts';

/** Changes the role or the spending limits of a member. */
export async function changeMember(
  context: Context,
  caller: Caller,
  personId: string,
  { role, caps = {} }: MemberChanges,
  requestId: string,
): Promise<void> {
  const { key } = requireMember(caller, 'manage-members');
  const author = activeAuthor(authorOf(caller, requestId), caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const { day, month, total } = caps;
  const change = {
    accountId: caller.purse,
    personId,
    by: key,
    now,
    ...(role && { role }),
    caps: {
      ...(day !== undefined && { capDay: day }),
      ...(month !== undefined && { capMonth: month }),
      ...(total !== undefined && { capTotal: total }),
    },
  };
  const { outcome } = await writeChange(context, 'change-member', change, author);
  if (outcome !== 'changed') throw memberRefusal(outcome, personId);
}
