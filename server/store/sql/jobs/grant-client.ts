import type { CreateKeyResult } from '../../account-changes.ts';
import type { GrantClientPayload } from '../../client-token-changes.ts';
import { all, run, statement, type Steps, timeOf } from '../statement.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';

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
export function* grantClient({ key, code }: GrantClientPayload): Steps<CreateKeyResult> {
  const { accountId, personKey, client, now } = key;
  for (const { id } of yield* all(findAbandoned, accountId, personKey, client.id, timeOf(now)))
    yield* revokeKey({ id, now });
  const result = yield* createKey(key);
  if (!result.created) return result;
  const { hash, expiresAt, redirectUri, codeChallenge } = code;
  yield* run(insert, hash, timeOf(now), timeOf(expiresAt), redirectUri, codeChallenge, key.id);
  return result;
}
