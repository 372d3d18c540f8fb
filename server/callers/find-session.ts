import type { Context } from '../portal/context.ts';
import type { ActiveKey } from '../store/accounts.ts';
import { usableNow } from './usable-now.ts';

/** Cached until keys or sessions change. `beforeLookUp` runs before a database lookup and may refuse it. */
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
