import type { SeeAsPayload, SeeAsResult } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findSeen = statement<{ id: string }>(
  'SELECT a.id AS id FROM Session s JOIN Account a ON a.key = s.seesAccountKey WHERE s.id = ? AND s.personKey = ?',
);
const see = statement(
  `UPDATE Session SET seesAccountKey = ?, seesUntil = ? WHERE id = ? AND personKey = ?
      AND EXISTS (SELECT 1 FROM Person p WHERE p.key = Session.personKey AND p.operatorRole IS NOT NULL)`,
);
const end = statement(
  'UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL WHERE id = ? AND personKey = ? AND seesAccountKey IS NOT NULL',
);
/** Of all sessions of a person. */
export const endSeeingOf = statement(
  `UPDATE Session SET seesAccountKey = NULL, seesUntil = NULL
    WHERE personKey = (SELECT key FROM Person WHERE id = ?) AND seesAccountKey IS NOT NULL`,
);

type SeenSession = Pick<SeeAsPayload, 'personKey' | 'sessionId'>;

/** From now on a session of an operator reads the portal as the members of an account do. */
export function* seeAs({ personKey, sessionId, accountId, until }: SeeAsPayload): Steps<SeeAsResult> {
  const account = yield* first(findAccount, accountId);
  if (!account) return { seen: false };
  const before = yield* first(findSeen, sessionId, personKey);
  const seen = (yield* run(see, account.key, timeOf(until), sessionId, personKey)) > 0;
  return seen ? { seen, before: before?.id ?? null } : { seen };
}

export function* endSeeAs({ personKey, sessionId }: SeenSession): Steps<{ accountId: string | null }> {
  const seen = yield* first(findSeen, sessionId, personKey);
  yield* run(end, sessionId, personKey);
  return { accountId: seen?.id ?? null };
}
