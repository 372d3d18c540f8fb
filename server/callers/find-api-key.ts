import type { Context } from '../portal/context.ts';
import type { ActiveKey } from '../store/accounts.ts';
import { hashApiKey, isApiKey, keyLength } from './key-text.ts';
import { usableNow } from './usable-now.ts';

/**
 * The key if it is valid now. Valid keys are cached until keys change; invalid ones are not, because invented keys
 * could fill the memory. `beforeLookUp` runs before a database lookup and may refuse it.
 */
export function findApiKey(
  context: Context,
  text: string,
  beforeLookUp: () => Promise<unknown>,
): ActiveKey | undefined | Promise<ActiveKey | undefined> {
  if (text.length !== keyLength) return undefined;
  const hash = hashApiKey(text);
  const cached = context.caches.keys.get(hash);
  if (cached) return usableNow(cached);
  return isApiKey(text) ? lookUp(context, hash, beforeLookUp) : undefined;
}

async function lookUp(
  { caches, store }: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): Promise<ActiveKey | undefined> {
  await beforeLookUp();
  const { generation } = caches.keys;
  const active = await store.accounts.findKey(hash);
  if (!active) return undefined;
  caches.keys.set(hash, active, generation);
  return usableNow(active);
}
