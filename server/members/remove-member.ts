import { authorOf, type Caller } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import type { Context } from '../portal/context.ts';
import { requirePerson } from '../people/own-person.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import { writeChange } from '../store/write-change.ts';
import { memberRefusal, requireMember } from './own-membership.ts';

/** Removes a member, whose keys end with it. Everybody may leave, unless they are the last owner. */
export async function removeMember(
  context: Context,
  caller: Caller,
  personId: string,
  requestId: string,
): Promise<void> {
  const person = requirePerson(caller);
  requireAccount(caller);
  const now = Date.now();
  if (personId !== person.id) {
    requireMember(caller, 'manage-members');
    refuseUnlessConfirmed(caller, now);
  }
  const wish = { accountId: caller.purse, personId, by: person.key, now };
  const { outcome } = await writeChange(context, 'remove-member', wish, authorOf(caller, requestId));
  if (outcome !== 'removed') throw memberRefusal(outcome, personId);
}
