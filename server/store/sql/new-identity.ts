import type { NewIdentity } from '../identity-changes.ts';
import { first, run, statement, type Steps, timeOf } from './statement.ts';
import { useChallenge } from './use-proof.ts';

export const findIdentity = statement<{ personKey: number }>(
  'SELECT personKey FROM Identity WHERE issuer = ? AND subject = ?',
);
const insert = statement(
  `INSERT INTO Identity (id, personKey, issuer, subject, createdAt, lastUsedAt) VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (issuer, subject) DO NOTHING`,
);

/** Whether an identity is proven, for the first time, and nobody's. */
export function* mayBeConnected({ issuer, subject, challenge }: NewIdentity, now: number): Steps<boolean> {
  if (!(yield* useChallenge(challenge, now))) return false;
  return (yield* first(findIdentity, issuer, subject)) === undefined;
}

/** Makes an identity that is nobody's that of a person. */
export function* insertIdentity(
  personKey: number,
  { id, issuer, subject }: NewIdentity,
  now: number,
): Steps<void> {
  const times = [timeOf(now), timeOf(now)];
  const inserted = yield* run(insert, id, personKey, issuer, subject, ...times);
  if (inserted === 0) throw new Error('Another person connected this identity at the same time.');
}
