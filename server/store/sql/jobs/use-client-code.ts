import type { UseClientCodePayload } from '../../client-token-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const use = statement(
  `UPDATE ClientToken SET usedAt = ? WHERE hash = ? AND kind = 'code' AND usedAt IS NULL`,
);

/** False if somebody has used it: of two that come at once, one wins. */
export function* useClientCode({ hash, now }: UseClientCodePayload): Steps<{ used: boolean }> {
  return { used: (yield* run(use, timeOf(now), hash)) > 0 };
}
