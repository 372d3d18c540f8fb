import type { MakeSetupLinkPayload } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

export const findOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' LIMIT 1",
);
const dropOthers = statement("DELETE FROM Link WHERE kind = 'setup'");
const dropOver = statement('DELETE FROM Link WHERE expiresAt <= ?');
const insert = statement("INSERT INTO Link (hash, kind, createdAt, expiresAt) VALUES (?, 'setup', ?, ?)");

/** Makes a link by which the first operator signs up, unless there is an operator. */
export function* makeSetupLink(link: MakeSetupLinkPayload): Steps<{ made: boolean }> {
  if (yield* first(findOwner)) return { made: false };
  if (link.endsOthers) yield* run(dropOthers);
  yield* run(dropOver, timeOf(link.now));
  yield* run(insert, link.hash, timeOf(link.now), timeOf(link.expiresAt));
  return { made: true };
}
