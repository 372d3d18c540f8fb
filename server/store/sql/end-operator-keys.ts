import { revokeKey } from './jobs/revoke-key.ts';
import { all, statement, type Steps } from './statement.ts';

// In the order in which holds lock them.
const findKeys = statement<{ id: string }>(
  `SELECT k.id AS id FROM ApiKey k JOIN Person p ON p.key = k.operatorPersonKey
    WHERE p.id = ? AND k.revokedAt IS NULL ORDER BY k.key`,
);

/** Revokes the operator keys that a person has made, and returns how many there were. */
export function* endOperatorKeys(personId: string, now: number): Steps<number> {
  const keys = yield* all(findKeys, personId);
  for (const { id } of keys) yield* revokeKey({ id, now });
  return keys.length;
}
