import { type CreateKeyResult, auditedKey, createKey, revokeKey } from './key-jobs.ts';
import { job, type PayloadOf } from '../sql/job.ts';
import { all, run, statement, type Steps, timeOf, first, msOf } from '../sql/statement.ts';

const insert = statement(
  `INSERT INTO ClientToken (hash, kind, apiKeyKey, createdAt, expiresAt, redirectUri, codeChallenge)
   SELECT ?, 'code', key, ?, ?, ?, ? FROM ApiKey WHERE id = ?`,
);
const findAbandoned = statement<{ id: string }>(
  `SELECT k.id AS id FROM ApiKey k JOIN Account a ON a.key = k.accountKey
    WHERE a.id = ? AND k.personKey = ? AND k.clientId = ? AND k.revokedAt IS NULL
      AND NOT EXISTS (SELECT 1 FROM ClientToken t WHERE t.apiKeyKey = k.key AND t.usedAt IS NULL AND t.expiresAt > ?)
    ORDER BY k.key`,
);

/**
 * Grants an agent a key, and a code by which its client gets tokens. Earlier grants of the person to the same client end
 * if it has no token for them any more, so that flows which nobody finished leave no keys.
 */
export const grantClient = job({
  name: 'grant-client',
  // Ends earlier grants that nobody uses.
  publishes: 'keys',
  *steps({
    key,
    code,
  }: {
    key: PayloadOf<typeof createKey> & { client: { id: string; name: string }; personKey: number };
    /** What the client exchanges for tokens. */
    code: { hash: string; expiresAt: number; redirectUri: string; codeChallenge: string };
  }): Steps<CreateKeyResult> {
    const { accountId, personKey, client, now } = key;
    for (const { id } of yield* all(findAbandoned, accountId, personKey, client.id, timeOf(now)))
      yield* revokeKey.steps({ id, now });
    const result = yield* createKey.steps(key);
    if (!result.created) return result;
    const { hash, expiresAt, redirectUri, codeChallenge } = code;
    yield* run(insert, hash, timeOf(now), timeOf(expiresAt), redirectUri, codeChallenge, key.id);
    return result;
  },
  audit: ({ key }, result) => {
    const change = auditedKey(key, result);
    return change && { ...change, after: { ...change.after, clientId: key.client.id } };
  },
});

/** Tokens of a key that are kept: a client that renews them in a loop does not fill the table. */
const mostOfKey = 50;
/** Each exchange deletes up to this many that have expired, and as many of the same key. */
const mostDropped = 100;

const findKey = statement<{ key: number }>('SELECT key FROM ApiKey WHERE key = ? AND revokedAt IS NULL');
const insertClientTokens = statement(
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

interface SaveClientTokensPayload {
  /** SHA-256 of the refresh token that they replace; null for those of a code, which has been used. */
  replaced: string | null;
  apiKeyKey: number;
  now: number;
  /** SHA-256 of the tokens. */
  access: { hash: string; expiresAt: number };
  refresh: { hash: string; expiresAt: number };
}

/** False if the key was revoked meanwhile, or the token that they replace was used before. */
export const saveClientTokens = job({
  name: 'save-client-tokens',
  // Parts of a sign-in. What was granted is logged, and that it ended. The uses of a refresh token are counted first.
  publishes: false,
  locks: 'keys',
  *steps(payload: SaveClientTokensPayload): Steps<{ saved: boolean }> {
    const { replaced, apiKeyKey, now, access, refresh } = payload;
    if (!(yield* first(findKey, apiKeyKey))) return { saved: false };
    if (replaced !== null && !(yield* useRefreshToken(replaced, payload))) return { saved: false };
    yield* run(dropExpired, timeOf(now), mostDropped);
    yield* run(dropOldest, apiKeyKey, mostDropped, mostOfKey - 2);
    yield* run(insertClientTokens, access.hash, 'access', apiKeyKey, timeOf(now), timeOf(access.expiresAt));
    yield* run(
      insertClientTokens,
      refresh.hash,
      'refresh',
      apiKeyKey,
      timeOf(now),
      timeOf(refresh.expiresAt),
    );
    return { saved: true };
  },
  audit: false,
});

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

const use = statement(
  `UPDATE ClientToken SET usedAt = ? WHERE hash = ? AND kind = 'code' AND usedAt IS NULL`,
);

/** False if somebody has used it: of two that come at once, one wins. */
export const useClientCode = job({
  name: 'use-client-code',
  publishes: false,
  *steps({ hash, now }: { hash: string; now: number }): Steps<{ used: boolean }> {
    return { used: (yield* run(use, timeOf(now), hash)) > 0 };
  },
  audit: false,
});
