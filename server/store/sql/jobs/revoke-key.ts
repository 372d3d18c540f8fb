import type { z } from 'zod';
import type { RevokeKeyResult, revokeKeyPayload } from '../../account-changes.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ revokedAt: number | Date | null; name: string; hint: string; accountId: string }>(
  `SELECT k.revokedAt AS revokedAt, k.name AS name, k.hint AS hint, a.id AS accountId
     FROM ApiKey k JOIN Account a ON a.key = k.accountKey WHERE k.id = ?`,
);
const revoke = statement('UPDATE ApiKey SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL');

export function* revokeKey({ id, now }: z.output<typeof revokeKeyPayload>): Steps<RevokeKeyResult> {
  const key = yield* first(find, id);
  if (!key) return { found: false };
  const { name, hint, accountId } = key;
  if ((yield* run(revoke, timeOf(now), id)) > 0)
    yield* queueDeliveries({ accountId, event: 'key.revoked', data: { id, name, hint }, now });
  return { found: true, before: msOf(key.revokedAt) };
}
