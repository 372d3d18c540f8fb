import type { OpenSessionPayload } from '../../account-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

/** A person has some browsers. Past this the oldest sessions end, so that nobody fills the table. */
const mostOfOne = 50;
/** Each sign-in deletes up to this many expired sessions, and as many of the same person or key. */
const mostDropped = 100;

const insert = statement(
  `INSERT INTO Session (hash, id, apiKeyKey, personKey, device, createdAt, lastSeenAt, confirmedAt, mailedCodeAt, expiresAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
export const findErased = statement<{ key: number }>(
  'SELECT key FROM Person WHERE key = ? AND erasedAt IS NOT NULL',
);
const drop = statement('DELETE FROM Session WHERE hash = ?');
const dropOver = statement(
  'DELETE FROM Session WHERE hash IN (SELECT hash FROM Session WHERE expiresAt <= ? LIMIT ?)',
);
const dropOldest = (column: 'apiKeyKey' | 'personKey') =>
  statement(
    `DELETE FROM Session WHERE hash IN
       (SELECT hash FROM Session WHERE ${column} = ? ORDER BY createdAt DESC, hash LIMIT ? OFFSET ?)`,
  );
const dropOldestOfKey = dropOldest('apiKeyKey');
const dropOldestOfPerson = dropOldest('personKey');

/** Nobody is signed in who was erased while their password was compared. */
export function* openSession(payload: OpenSessionPayload): Steps<undefined> {
  const { hash, now, expiresAt, instead } = payload;
  if (instead !== null) yield* run(drop, instead);
  yield* run(dropOver, timeOf(now), mostDropped);
  const times = [timeOf(now), timeOf(now)];
  if ('apiKeyKey' in payload) {
    yield* run(dropOldestOfKey, payload.apiKeyKey, mostDropped, mostOfOne - 1);
    yield* run(insert, hash, null, payload.apiKeyKey, null, null, ...times, null, null, timeOf(expiresAt));
  } else if (!(yield* first(findErased, payload.personKey))) {
    yield* run(dropOldestOfPerson, payload.personKey, mostDropped, mostOfOne - 1);
    const { confirmedAt = now, mailedCodeAt = null } = payload;
    const ends = [timeOf(confirmedAt), timeOf(mailedCodeAt), timeOf(expiresAt)];
    yield* run(insert, hash, payload.id, null, payload.personKey, payload.device, ...times, ...ends);
  }
}
