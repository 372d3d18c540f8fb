import type { PruneOutboxPayload } from '../../mail-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const prune = statement(
  'DELETE FROM Mail WHERE key IN (SELECT key FROM Mail WHERE createdAt < ? ORDER BY createdAt LIMIT ?)',
);

export function* pruneMail({ before, most }: PruneOutboxPayload): Steps<{ deleted: number }> {
  return { deleted: yield* run(prune, timeOf(before), most) };
}
