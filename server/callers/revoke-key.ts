import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import { requireAccount, requireUncapped } from './own-key.ts';
import { requireRole } from './require-role.ts';

/** Revokes a key of the caller's account and closes its sessions. Any key may revoke itself, and a member their own. */
export async function revokeKey(context: Context, caller: Caller, id: string, author: Author): Promise<void> {
  requireAccount(caller);
  const { member, apiKey } = caller;
  // Keys never move between accounts and people, so this check cannot become stale.
  const owner = await context.store.accounts.findKeyOwner(caller.purse, id);
  const isOwn = member !== null && owner?.personKey === member.personKey;
  if (!owner || (member && !isOwn && !mayRole(member.role, 'read-keys')))
    throw new Problem('not-found', `Your account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  if (!isOwn) requireRole(caller, 'manage-keys');
  if (id !== apiKey?.id) await requireUncapped(context, caller);
  await writeChange(context, 'revoke-key', { id, now: Date.now() }, author);
}
