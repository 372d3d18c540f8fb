import type { Caller } from '../callers/caller.ts';
import { requireAccount, requireUncapped } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';

/** Webhooks tell about the whole account, so a key with a spending limit does not change them. */
export async function requireAccountKey(context: Context, caller: Caller): Promise<void> {
  requireAccount(caller);
  requireRole(caller, 'manage-webhooks');
  await requireUncapped(context, caller);
}
