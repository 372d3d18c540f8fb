import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { portalAuthor } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { hashClientToken } from '../callers/api-key.ts';

/** Revokes the key of a grant, and with it all tokens. */
export async function endGrant(context: Context, keyId: string, requestId: string): Promise<void> {
  const author = { kind: 'key', id: keyId, requestId } as const;
  try {
    await writeChange(context, 'revoke-key', { id: keyId, now: Date.now() }, author);
  } catch (error) {
    // The key has just ended otherwise.
    if (!(error instanceof Problem) || error.code !== 'forbidden') throw error;
  }
}

/** Ends grants whose code has expired. No agent can use them. */
export async function endUncollectedGrants(context: Context): Promise<void> {
  for (const id of await context.store.accounts.uncollectedGrants())
    await writeChange(context, 'revoke-key', { id, now: Date.now() }, portalAuthor);
}

/**
 * Ends the grant of a token that its client gives back (RFC 7009). A token that is not valid has ended already. False,
 * and nothing ends, if another client names itself.
 */
export async function revokeClientToken(
  context: Context,
  form: URLSearchParams,
  requestId: string,
): Promise<boolean> {
  const found = await context.store.accounts.findClientToken(hashClientToken(form.get('token') ?? ''));
  if (!found || found.kind === 'code') return true;
  const clientId = form.get('client_id') ?? found.apiKey.clientId;
  if (clientId !== found.apiKey.clientId) return false;
  await endGrant(context, found.apiKey.id, requestId);
  return true;
}
