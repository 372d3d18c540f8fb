import type { Grant, Granted } from '../../ledger.ts';
import type { EngineSteps } from '../shared-job.ts';
import { first, statement, type Steps } from '../statement.ts';

const findEntry = statement<{ entryId: number }>(
  `SELECT e.key AS entryId FROM Entry e
    WHERE e.purseKey = (SELECT key FROM Purse WHERE id = ?) AND e.purseKey > 2 ORDER BY e.key DESC LIMIT 1`,
);

/** Until the end of the transaction nobody else writes entries of the purse: the newest one is that of the grant. */
export function* grant(wish: Grant, engine: EngineSteps): Steps<Granted> {
  const balance = yield* engine.grant(wish);
  const entry = yield* first(findEntry, wish.purseId);
  if (!entry) throw new Error('The grant has no entry.');
  return { ...balance, entryId: entry.entryId };
}
