import type { TakeCodeTryPayload } from '../../factor-changes.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const beginAnew = statement(
  'UPDATE SecondFactor SET tries = 0, triesSince = ? WHERE personKey = ? AND (triesSince IS NULL OR triesSince <= ?)',
);
const take = statement('UPDATE SecondFactor SET tries = tries + 1 WHERE personKey = ? AND tries < ?');
const findSince = statement<{ triesSince: number | Date | null }>(
  'SELECT triesSince FROM SecondFactor WHERE personKey = ?',
);

/** Counts a try of a code. `retryAt`: when there are tries again, if there are none now. */
export function* takeCodeTry({
  personKey,
  now,
  most,
  withinMs,
}: TakeCodeTryPayload): Steps<{ retryAt: number | null }> {
  yield* run(beginAnew, timeOf(now), personKey, timeOf(now - withinMs));
  if ((yield* run(take, personKey, most)) > 0) return { retryAt: null };
  const { triesSince = null } = (yield* first(findSince, personKey)) ?? {};
  return { retryAt: (msOf(triesSince) ?? now) + withinMs };
}
