import { portal } from '../portal/portal.ts';
import { type KnownKey, knownKey, knownKeyFields, usableNow } from './known-key.ts';

/**
 * The key that a session stands for, while both hold. As with keys, what is found is kept in memory until keys or
 * sessions change, and `beforeLookUp` runs before the database is asked.
 */
export function findSession(
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): KnownKey | undefined | Promise<KnownKey | undefined> {
  const kept = portal().cache.sessions.get(hash);
  return kept ? usableNow(kept) : lookUp(hash, beforeLookUp);
}

async function lookUp(hash: string, beforeLookUp: () => Promise<unknown>): Promise<KnownKey | undefined> {
  await beforeLookUp();
  const { database, cache } = portal();
  const { generation } = cache.sessions;
  const session = await database.session.findUnique({ where: { hash } });
  const row =
    session &&
    (await database.apiKey.findUnique({
      where: { key: session.apiKeyKey, revokedAt: null },
      select: knownKeyFields,
    }));
  if (!row) return undefined;
  const known = untilThen(knownKey(row), session.expiresAt.getTime());
  cache.sessions.set(hash, known, generation);
  return usableNow(known);
}

function untilThen(known: KnownKey, endsAtMs: number): KnownKey {
  return { ...known, expiresAtMs: Math.min(known.expiresAtMs ?? endsAtMs, endsAtMs) };
}
