import { keptKeysText, listOfWords, type FirstProof, type WayIn } from '../../../lib/account/people.ts';
import type { MailText } from '../messages/queue-mail.ts';
import { dropRecoveryCodes, dropFactor, dropChallenges, dropPasskeys } from './second-factor-jobs.ts';
import { endAllSessions } from './session-jobs.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const prove = statement('UPDATE Person SET addressProvenAt = ? WHERE key = ? AND addressProvenAt IS NULL');
const dropPassword = statement(
  'UPDATE Person SET passwordHash = NULL WHERE key = ? AND passwordHash IS NOT NULL',
);
export const dropLinks = statement('DELETE FROM Link WHERE personKey = ?');
export const dropIdentities = statement('DELETE FROM Identity WHERE personKey = ?');

const dropUnconfirmedFactor = statement(
  'DELETE FROM SecondFactor WHERE personKey = ? AND confirmedAt IS NULL',
);

const unnamed = [dropUnconfirmedFactor, dropRecoveryCodes, dropChallenges, dropLinks];
const waysIn = [
  ['password', dropPassword],
  ['second factor', dropFactor],
  ['passkeys', dropPasskeys],
  ['identities', dropIdentities],
  ['sessions', endAllSessions],
] as const;

const countKeys = statement<{ active: number }>(
  `SELECT count(*) AS active FROM Member m JOIN ApiKey k ON k.accountKey = m.accountKey AND k.personKey = m.personKey
    WHERE m.personKey = ? AND k.revokedAt IS NULL AND (k.expiresAt IS NULL OR k.expiresAt > ?)`,
);

/** Of an address that was proven before, or that nobody had. */
export const nothingEnded: FirstProof = { ended: [], keptKeys: 0 };

/**
 * Steps of a job that knows that an address is a person's. The first time, all ways in that there are end: an invitation
 * proves no address, so somebody else may have made them. Returns which there were, and
 * how many API keys stay.
 */
export function* proveAddress(personKey: number, now: number): Steps<FirstProof> {
  if ((yield* run(prove, timeOf(now), personKey)) === 0) return nothingEnded;
  for (const drop of unnamed) yield* run(drop, personKey);
  const ended: WayIn[] = [];
  for (const [way, drop] of waysIn) if ((yield* run(drop, personKey)) > 0) ended.push(way);
  const keys = yield* first(countKeys, personKey, timeOf(now));
  return { ended, keptKeys: Number(keys?.active ?? 0) };
}

/** What the first proof of an address has ended, for the audit log. */
export function endedBy({ ended }: FirstProof): { ended: WayIn[] } | null {
  return ended.length > 0 ? { ended } : null;
}

/** A mail that follows the first proof also says what has ended. */
export function withEnded({ subject, text }: MailText, { ended, keptKeys }: FirstProof): MailText {
  if (ended.length === 0) return { subject, text };
  return {
    subject,
    text: `${text}
This verified your email address. Everything that was set up for it before has ended: ${listOfWords(ended)}.${keptKeysText(keptKeys)}
`,
  };
}
