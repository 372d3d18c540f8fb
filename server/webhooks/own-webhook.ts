import { requireKey, requireUncapped } from '../callers/own-key.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';

/** Webhooks tell about the whole account, so a key with a spending limit does not change them. */
export async function requireAccountKey(context: Context, caller: Caller): Promise<void> {
  await requireUncapped(context, requireKey(caller).key);
}
