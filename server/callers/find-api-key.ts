import { portal } from '../portal.ts';
import { hashApiKey, isApiKey } from './api-key.ts';

/** What a call needs to know of a key that is not revoked. */
export interface KnownKey {
  key: number;
  id: string;
  accountId: string;
  operator: boolean;
  expiresAtMs: number | null;
}

/**
 * The key, if it is one and may be used now. Found keys are kept in memory until keys change; unknown ones are not,
 * since whoever makes them up could make the portal remember any number. `beforeLookUp` runs before the database is
 * asked, and may refuse.
 */
export function findApiKey(
  text: string,
  beforeLookUp: () => Promise<unknown>,
): KnownKey | undefined | Promise<KnownKey | undefined> {
  if (!isApiKey(text)) return undefined;
  const hash = hashApiKey(text);
  const kept = portal().cache.keys.get(hash);
  return kept ? usable(kept) : lookUp(hash, beforeLookUp);
}

async function lookUp(hash: string, beforeLookUp: () => Promise<unknown>): Promise<KnownKey | undefined> {
  await beforeLookUp();
  const { database, cache } = portal();
  const { generation } = cache.keys;
  const row = await database.apiKey.findUnique({
    where: { hash, revokedAt: null },
    select: { key: true, id: true, operator: true, expiresAt: true, account: { select: { id: true } } },
  });
  if (!row) return undefined;
  const { key, id, operator, expiresAt, account } = row;
  const known = { key, id, accountId: account.id, operator, expiresAtMs: expiresAt?.getTime() ?? null };
  cache.keys.set(hash, known, generation);
  return usable(known);
}

function usable(known: KnownKey): KnownKey | undefined {
  return known.expiresAtMs === null || Date.now() < known.expiresAtMs ? known : undefined;
}
