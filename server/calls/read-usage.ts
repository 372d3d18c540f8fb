import type { Usage, UsageKind } from '../../lib/account/usage.ts';
import { invalidParameter } from '../../lib/problem/invalid-parameter.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';
import { sumUsage, type UsageQuery } from './sum-usage.ts';

/** Calls and credits of the caller by day, and by product, API key or member. */
export async function readUsage(context: Context, caller: Caller, query: UsageQuery): Promise<Usage> {
  refuseUnlessSeen(caller, query.by);
  return sumUsage(context, caller.purse, query);
}

const verbs = { product: 'read-credits', key: 'read-keys', member: 'read-members' } as const;

function refuseUnlessSeen(caller: Caller, by: UsageKind): void {
  if (by !== 'product' && caller.kind === 'guest')
    throw invalidParameter('by', 'Guests have no API keys and no members: ask for the usage by product.');
  requireRole(caller, verbs[by]);
}
