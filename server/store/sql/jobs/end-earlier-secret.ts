import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ endsAt: number | Date }>(
  'SELECT earlierEndsAt AS endsAt FROM ApiKey WHERE id = ? AND earlierEndsAt > ? AND revokedAt IS NULL',
);
const end = statement('UPDATE ApiKey SET earlierHash = NULL, earlierEndsAt = NULL WHERE id = ?');
const endSessions = statement(
  'UPDATE Session SET expiresAt = ? WHERE expiresAt <= ? AND apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)',
);

/** Its sessions end not after it, so they are known by that. */
export function* endEarlierSecret({ id, now }: { id: string; now: number }): Steps<{ ended: boolean }> {
  const earlier = yield* first(find, id, timeOf(now));
  if (!earlier) return { ended: false };
  yield* run(end, id);
  yield* run(endSessions, timeOf(now), timeOf(msOf(earlier.endsAt)), id);
  return { ended: true };
}
