import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { requireManagedKey, revokingAuthor } from './managed-key.ts';
import { requireAccount, requireUncapped } from './own-key.ts';

/**
 * Revokes a key of the caller's account and closes its sessions. Any key may revoke itself, a member their own, and an
 * operator the operator keys that are theirs.
 */
export async function revokeKey(context: Context, caller: Caller, id: string, author: Author): Promise<void> {
  requireAccount(caller);
  const key = await requireManagedKey(context, caller, id);
  if (id !== caller.apiKey?.id) await requireUncapped(context, caller);
  const allowed = revokingAuthor(author, caller, { ...key, id });
  await writeChange(context, 'revoke-key', { id, now: Date.now() }, allowed);
}
