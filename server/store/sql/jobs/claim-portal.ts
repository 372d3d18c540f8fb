import type { ClaimPortalPayload, ClaimPortalResult } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { findOwner } from './make-setup-link.ts';
import { openSession } from './open-session.ts';

const findLink = statement<{ hash: string }>(
  "SELECT hash FROM Link WHERE hash = ? AND kind = 'setup' AND expiresAt > ?",
);
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const insert = statement(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, operatorRole, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, 'owner', ?, ?)`,
);
const dropLinks = statement("DELETE FROM Link WHERE kind = 'setup'");

/** Makes the first operator, who is signed in at once. Of several at the same time, one is made. */
export function* claimPortal(payload: ClaimPortalPayload): Steps<ClaimPortalResult> {
  const { linkHash, person, session, now } = payload;
  if (yield* first(findOwner)) return { claimed: false, because: 'operator' };
  if (!(yield* first(findLink, linkHash, timeOf(now)))) return { claimed: false, because: 'link' };
  if (yield* first(findByEmail, person.emailKey)) return { claimed: false, because: 'email' };
  const { id, email, emailKey, name, passwordHash } = person;
  yield* run(insert, id, email, emailKey, name, passwordHash, timeOf(now), timeOf(now));
  yield* run(dropLinks);
  const made = yield* first(findByEmail, emailKey);
  yield* openSession({ ...session, personKey: made?.key ?? 0, personId: id, now, instead: null });
  return { claimed: true };
}
