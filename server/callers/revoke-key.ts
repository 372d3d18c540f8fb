import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { requireKey, requireUncapped } from './own-key.ts';

/** Revokes a key of the caller's account and closes its sessions. Any key may revoke itself. */
export async function revokeKey(context: Context, caller: Caller, id: string, author: Author): Promise<void> {
  const own = requireKey(caller);
  // Keys never move between accounts, so this check cannot become stale.
  if (!(await context.store.accounts.hasKey(caller.purse, id)))
    throw new Problem('not-found', `Your account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  if (id !== own.id) await requireUncapped(context, own.key);
  await writeChange(context, 'revoke-key', { id, now: Date.now() }, author);
}
