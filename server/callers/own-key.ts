import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { KeyTerms } from '../store/accounts.ts';
import type { Caller } from './caller.ts';

/** The key that an account asks with. Guests have none, and nothing to manage. */
export function requireKey({ apiKey }: Caller): { key: number; id: string } {
  if (apiKey) return apiKey;
  throw new Problem(
    'account-required',
    'Only accounts have API keys. Sign in with an API key, or send one.',
    [],
    { 'www-authenticate': 'Bearer realm="Farebox"' },
  );
}

/** A key with a cap was handed out to be limited: one that made or ended other keys would not be. */
export async function requireUncapped({ store }: Context, key: number): Promise<KeyTerms> {
  const terms = await store.accounts.readTerms(key);
  if (terms.hasCap)
    throw new Problem(
      'forbidden',
      'Your API key has a spending limit, so it cannot create or revoke keys. Use one without a limit.',
    );
  return terms;
}
