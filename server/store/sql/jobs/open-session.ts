import type { OpenSessionPayload } from '../../account-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

/** A person has some browsers. Past this the oldest sessions of a key end, so that no key fills the table. */
const mostOfKey = 50;
/** Each sign-in deletes up to this many expired sessions, and as many of the key. */
const mostDropped = 100;

const insert = statement('INSERT INTO Session (hash, apiKeyKey, createdAt, expiresAt) VALUES (?, ?, ?, ?)');
const drop = statement('DELETE FROM Session WHERE hash = ?');
const dropOver = statement(
  'DELETE FROM Session WHERE hash IN (SELECT hash FROM Session WHERE expiresAt <= ? LIMIT ?)',
);
const dropOldest = statement(
  `DELETE FROM Session WHERE hash IN
     (SELECT hash FROM Session WHERE apiKeyKey = ? ORDER BY createdAt DESC, hash LIMIT ? OFFSET ?)`,
);

export function* openSession({
  hash,
  apiKeyKey,
  now,
  expiresAt,
  instead,
}: OpenSessionPayload): Steps<undefined> {
  if (instead !== null) yield* run(drop, instead);
  yield* run(dropOver, timeOf(now), mostDropped);
  yield* run(dropOldest, apiKeyKey, mostDropped, mostOfKey - 1);
  yield* run(insert, hash, apiKeyKey, timeOf(now), timeOf(expiresAt));
}
