import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { keyAuthor, requireManagedKey } from './managed-key.ts';
import { requireAccount, requireUncapped } from './own-key.ts';

/** Revokes a key of the caller's account and closes its sessions. Any key may revoke itself, and a member their own. */
export async function revokeKey(context: Context, caller: Caller, id: string, author: Author): Promise<void> {
  requireAccount(caller);
  const key = await requireManagedKey(context, caller, id);
  if (id !== caller.apiKey?.id) await requireUncapped(context, caller);
  await writeChange(context, 'revoke-key', { id, now: Date.now() }, keyAuthor(author, caller, key));
}
