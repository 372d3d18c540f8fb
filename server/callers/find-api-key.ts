import { hashClientToken, isClientToken } from '../oauth/client-token.ts';
import type { Context } from '../portal/context.ts';
import type { ActiveKey } from '../store/accounts.ts';
import { hashApiKey, isApiKey, keyLength } from './key-text.ts';
import { usableNow } from './usable-now.ts';

type Found = ActiveKey | undefined | Promise<ActiveKey | undefined>;

/**
 * The key if it is valid now. Valid keys are cached until keys change; invalid ones are not, because invented keys
 * could fill the memory. `beforeLookUp` runs before a database lookup and may refuse it.
 */
export function findApiKey(context: Context, text: string, beforeLookUp: () => Promise<unknown>): Found {
  if (text.length !== keyLength) return undefined;
  const hash = hashApiKey(text);
  const cached = context.caches.keys.get(hash);
  if (cached) return usableNow(cached);
  const find = () => context.store.accounts.findKey(hash);
  return isApiKey(text) ? lookUp(context, hash, beforeLookUp, find) : undefined;
}

/** The key of an agent by its access token, in the same way. */
export function findKeyOfToken(context: Context, token: string, beforeLookUp: () => Promise<unknown>): Found {
  if (!isClientToken('access', token)) return undefined;
  const hash = hashClientToken(token);
  const cached = context.caches.keys.get(hash);
  if (cached) return usableNow(cached);
  return lookUp(context, hash, beforeLookUp, () => context.store.accounts.findKeyOfToken(hash));
}

async function lookUp(
  { caches }: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
  find: () => Promise<ActiveKey | undefined>,
): Promise<ActiveKey | undefined> {
  await beforeLookUp();
  const { generation } = caches.keys;
  const active = await find();
  if (!active) return undefined;
  caches.keys.set(hash, active, generation);
  return usableNow(active);
}
