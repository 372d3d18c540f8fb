import type { ChangePasswordPayload } from '../../people-changes.ts';
import { run, statement, type Steps } from '../statement.ts';
import { endSessions } from './end-sessions.ts';

const setPassword = statement('UPDATE Person SET passwordHash = ? WHERE key = ?');
const dropLinks = statement('DELETE FROM Link WHERE personKey = ?');

/** Changes the password of a person. Their other sessions and links end. */
export function* changePassword({
  personKey,
  personId,
  passwordHash,
  sessionId,
}: ChangePasswordPayload): Steps<{ ended: number }> {
  yield* run(setPassword, passwordHash, personKey);
  yield* run(dropLinks, personKey);
  return yield* endSessions({ personKey, personId, which: { allBut: sessionId } });
}
