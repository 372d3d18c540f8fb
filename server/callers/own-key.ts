import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { KeyTerms } from '../store/accounts.ts';
import type { Caller } from './caller.ts';

/** The key of the caller. Guests have no keys to manage. */
export function requireKey({ apiKey }: Caller): { key: number; id: string } {
  if (apiKey) return apiKey;
  throw new Problem(
    'account-required',
    'Only accounts have API keys. Sign in with an API key, or send one.',
    [],
    { 'www-authenticate': 'Bearer realm="Farebox"' },
  );
}

/** A key with a cap must not create or revoke other keys, because that would lift its limit. */
export async function requireUncapped({ store }: Context, key: number): Promise<KeyTerms> {
  const terms = await store.accounts.readTerms(key);
  if (terms.hasCap)
    throw new Problem(
      'forbidden',
      'Your API key has a spending limit, so it cannot create or revoke keys. Use one without a limit.',
    );
  return terms;
}
