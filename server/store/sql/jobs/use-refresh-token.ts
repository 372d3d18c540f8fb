import type { SaveClientTokensPayload } from '../../client-token-changes.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

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
export function* useRefreshToken(hash: string, { apiKeyKey, now }: SaveClientTokensPayload): Steps<boolean> {
  const token = yield* first(find, hash, apiKeyKey);
  if (!token) return false;
  const usedAtMs = msOf(token.usedAt);
  if (usedAtMs === null) return (yield* run(useAll, timeOf(now), apiKeyKey)) > 0;
  if (usedAtMs + graceMs <= now) return false;
  // A token that it gave would have given another if it were used.
  const younger = yield* all(findYounger, apiKeyKey, timeOf(usedAtMs), hash);
  return younger.length < mostUses;
}
