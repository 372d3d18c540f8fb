import type { PruneOutboxPayload } from '../../mail-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const prune = statement(
  `DELETE FROM WebhookDelivery WHERE key IN
     (SELECT key FROM WebhookDelivery WHERE createdAt < ? ORDER BY createdAt LIMIT ?)`,
);

export function* pruneDeliveries({ before, most }: PruneOutboxPayload): Steps<{ deleted: number }> {
  return { deleted: yield* run(prune, timeOf(before), most) };
}
