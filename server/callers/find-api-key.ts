import { portal } from '../portal/portal.ts';
import { hashApiKey, isApiKey, keyLength } from './api-key.ts';
import { type KnownKey, knownKey, knownKeyFields, usableNow } from './known-key.ts';

/**
 * The key, if it is one and may be used now. Found keys are kept in memory until keys change; unknown ones are not,
 * since whoever makes them up could make the portal remember any number. `beforeLookUp` runs before the database is
 * asked, and may refuse.
 */
export function findApiKey(
  text: string,
  beforeLookUp: () => Promise<unknown>,
): KnownKey | undefined | Promise<KnownKey | undefined> {
  if (text.length !== keyLength) return undefined;
  const hash = hashApiKey(text);
  const kept = portal().cache.keys.get(hash);
  if (kept) return usableNow(kept);
  return isApiKey(text) ? lookUp(hash, beforeLookUp) : undefined;
}

async function lookUp(hash: string, beforeLookUp: () => Promise<unknown>): Promise<KnownKey | undefined> {
  await beforeLookUp();
  const { database, cache } = portal();
  const { generation } = cache.keys;
  const row = await database.apiKey.findUnique({ where: { hash, revokedAt: null }, select: knownKeyFields });
  if (!row) return undefined;
  const known = knownKey(row);
  cache.keys.set(hash, known, generation);
  return usableNow(known);
}
