import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { Caller } from './caller.ts';

/** Guests have no keys to manage. */
export function requireAccount({ kind }: Caller): void {
  if (kind === 'account') return;
  throw new Problem('account-required', 'Only accounts have this. Sign in, or send an API key.', [], {
    'www-authenticate': 'Bearer realm="Farebox"',
  });
}

/**
 * A key with a cap or a scope must not create, change or revoke other keys, because that would lift its limit. Returns
 * when the key of the caller expires; null for somebody who has signed in.
 */
export async function requireUncapped({ store }: Context, { apiKey }: Caller): Promise<number | null> {
  if (!apiKey) return null;
  const { hasCap, hasScope, expiresAtMs } = await store.accounts.readTerms(apiKey.key);
  if (hasCap || hasScope)
    throw new Problem(
      'forbidden',
      `Your API key has a ${hasCap ? 'spending limit' : 'scope'}, so it cannot create, change or revoke keys. Use one without ${hasCap ? 'a limit' : 'it'}.`,
    );
  return expiresAtMs;
}
