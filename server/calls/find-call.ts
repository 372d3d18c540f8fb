import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { mayDo } from '../operator/rights.ts';
import { requireRole } from '../callers/require-role.ts';
import { guestHistory } from './list-calls.ts';
import type { Context } from '../portal/context.ts';

/**
 * The key of a call that the caller may see: an account's own, or one of a guest, whose id nobody can guess. Operators
 * see all.
 */
export async function findCall({ store }: Context, caller: Caller, id: string): Promise<number> {
  const maySeeAll = mayDo(caller, 'read-calls');
  if (!maySeeAll) requireRole(caller, 'read-calls');
  const call = await store.calls.find(id);
  const isGuests = call?.purseId.startsWith('guest_') === true;
  if (!call || !(isGuests || call.purseId === caller.purse || maySeeAll)) throw noCall(id);
  return call.key;
}

/** The key of a call that is in the caller's own history, which has the calls of before they signed up. */
export async function findOwnCall(context: Context, caller: Caller, id: string): Promise<number> {
  requireRole(caller, 'read-calls');
  const call = await context.store.calls.find(id);
  if (!call || call.owner === null) throw noCall(id);
  if (call.owner === caller.owner) return call.key;
  const earlier = await guestHistory(context, caller);
  if (call.owner !== earlier?.owner || call.key > earlier.lastCallKey) throw noCall(id);
  return call.key;
}

/** The same for a call that does not exist and for one that the caller may not see. */
function noCall(id: string): Problem {
  return new Problem(
    'not-found',
    `There is no call ${JSON.stringify(id.slice(0, 100))}, or you may not see it.`,
  );
}
