import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { requireKey, requireUncapped } from './own-key.ts';

/** Ends a key of the caller's account, and every session that it opened. Any key may end itself. */
export async function revokeKey(context: Context, caller: Caller, id: string): Promise<void> {
  const own = requireKey(caller);
  // A key never moves to another account.
  if (!(await context.store.accounts.hasKey(caller.purse, id)))
    throw new Problem('not-found', `Your account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  if (id !== own.id) await requireUncapped(context, own.key);
  await writeChange(context, 'revoke-key', { id, now: Date.now() });
}
