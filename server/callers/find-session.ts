import type { Context } from '../portal/context.ts';
import type { ActiveKey } from '../store/accounts.ts';
import { usableNow } from './usable-now.ts';

/**
 * The key that a session stands for, while both hold. As with keys, what is found is kept in memory until keys or
 * sessions change, and `beforeLookUp` runs before the database is asked.
 */
export function findSession(
  context: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): ActiveKey | undefined | Promise<ActiveKey | undefined> {
  const cached = context.caches.sessions.get(hash);
  return cached ? usableNow(cached) : lookUp(context, hash, beforeLookUp);
}

async function lookUp(
  { caches, store }: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): Promise<ActiveKey | undefined> {
  await beforeLookUp();
  const { generation } = caches.sessions;
  const active = await store.accounts.findSessionKey(hash);
  if (!active) return undefined;
  caches.sessions.set(hash, active, generation);
  return usableNow(active);
}
