import { revokeKey } from './jobs/revoke-key.ts';
import { all, statement, type Steps } from './statement.ts';

// In the order in which holds lock them.
const findKeys = statement<{ id: string }>(
  'SELECT id FROM ApiKey WHERE accountKey = ? AND personKey = ? AND revokedAt IS NULL ORDER BY key',
);

/** Revokes the keys of a person in an account, and returns how many there were. */
export function* endMemberKeys(
  { accountKey, personKey }: { accountKey: number; personKey: number },
  now: number,
): Steps<number> {
  const keys = yield* all(findKeys, accountKey, personKey);
  for (const { id } of keys) yield* revokeKey({ id, now });
  return keys.length;
}
