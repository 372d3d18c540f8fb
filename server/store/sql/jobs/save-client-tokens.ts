import type { SaveClientTokensPayload } from '../../client-token-changes.ts';
import { first, run, statement, type Steps, timeOf, all, msOf } from '../statement.ts';

/** Tokens of a key that are kept: a client that renews them in a loop does not fill the table. */
const mostOfKey = 50;
/** Each exchange deletes up to this many that have expired, and as many of the same key. */
const mostDropped = 100;

const findKey = statement<{ key: number }>('SELECT key FROM ApiKey WHERE key = ? AND revokedAt IS NULL');
const insert = statement(
  'INSERT INTO ClientToken (hash, kind, apiKeyKey, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)',
);
// Lists find an unused grant by its code, so the code stays until the key is revoked.
const dropExpired = statement(
  `DELETE FROM ClientToken WHERE hash IN
     (SELECT t.hash FROM ClientToken t JOIN ApiKey k ON k.key = t.apiKeyKey
       WHERE t.expiresAt <= ? AND NOT (t.kind = 'code' AND t.usedAt IS NULL AND k.revokedAt IS NULL) LIMIT ?)`,
);
const dropOldest = statement(
  `DELETE FROM ClientToken WHERE hash IN
     (SELECT hash FROM ClientToken WHERE apiKeyKey = ? ORDER BY createdAt DESC, hash LIMIT ? OFFSET ?)`,
);

/** False if the key was revoked meanwhile, or the token that they replace was used before. */
export function* saveClientTokens(payload: SaveClientTokensPayload): Steps<{ saved: boolean }> {
  const { replaced, apiKeyKey, now, access, refresh } = payload;
  if (!(yield* first(findKey, apiKeyKey))) return { saved: false };
  if (replaced !== null && !(yield* useRefreshToken(replaced, payload))) return { saved: false };
  yield* run(dropExpired, timeOf(now), mostDropped);
  yield* run(dropOldest, apiKeyKey, mostDropped, mostOfKey - 2);
  yield* run(insert, access.hash, 'access', apiKeyKey, timeOf(now), timeOf(access.expiresAt));
  yield* run(insert, refresh.hash, 'refresh', apiKeyKey, timeOf(now), timeOf(refresh.expiresAt));
  return { saved: true };
}

/** A client that has lost the response with its new tokens asks again at once. */
const graceMs = 60_000;
/** A lost response, or two processes of a client that renew at once. More is theft, or a loop. */
const mostUses = 2;

type StoredTime = number | Date;

const find = statement<{ usedAt: StoredTime | null }>(
  `SELECT usedAt FROM ClientToken WHERE hash = ? AND apiKeyKey = ? AND kind = 'refresh'`,
);
const useAll = statement(
  `UPDATE ClientToken SET usedAt = ? WHERE apiKeyKey = ? AND kind = 'refresh' AND usedAt IS NULL`,
);
const findYounger = statement(
  `SELECT hash FROM ClientToken WHERE apiKeyKey = ? AND kind = 'refresh' AND createdAt >= ? AND hash <> ?`,
);

/**
 * Uses a refresh token for new tokens. False if it was used before, unless that was a moment ago, and none of those that
 * it gave is used yet. Those are used together, so that a thief gets no line of tokens beside the client's own.
 */
function* useRefreshToken(hash: string, { apiKeyKey, now }: SaveClientTokensPayload): Steps<boolean> {
  const token = yield* first(find, hash, apiKeyKey);
  if (!token) return false;
  const usedAtMs = msOf(token.usedAt);
  if (usedAtMs === null) return (yield* run(useAll, timeOf(now), apiKeyKey)) > 0;
  if (usedAtMs + graceMs <= now) return false;
  // A token that it gave would have given another if it were used.
  const younger = yield* all(findYounger, apiKeyKey, timeOf(usedAtMs), hash);
  return younger.length < mostUses;
}
