import type { MakeSetupLinkPayload } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

export const findOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' LIMIT 1",
);
const dropEarlier = statement("DELETE FROM Link WHERE kind = 'setup' AND createdAt <= ?");
const shortenOthers = statement("UPDATE Link SET expiresAt = ? WHERE kind = 'setup' AND expiresAt > ?");
const dropOver = statement('DELETE FROM Link WHERE expiresAt <= ?');
const insert = statement("INSERT INTO Link (hash, kind, createdAt, expiresAt) VALUES (?, 'setup', ?, ?)");

/** Makes a link by which the first operator signs up, unless there is an operator. It ends those of earlier starts. */
export function* makeSetupLink({
  hash,
  now,
  expiresAt,
  graceMs,
}: MakeSetupLinkPayload): Steps<{ made: boolean }> {
  if (yield* first(findOwner)) return { made: false };
  yield* run(dropEarlier, timeOf(now - graceMs));
  yield* run(shortenOthers, timeOf(now + graceMs), timeOf(now + graceMs));
  yield* run(dropOver, timeOf(now));
  yield* run(insert, hash, timeOf(now), timeOf(expiresAt));
  return { made: true };
}
