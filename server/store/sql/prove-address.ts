import { dropRecoveryCodes } from './jobs/enable-second-factor.ts';
import { endAllSessions } from './jobs/end-sessions.ts';
import { dropFactor } from './jobs/remove-second-factor.ts';
import { dropChallenges, dropPasskeys } from './jobs/reset-factors.ts';
import { run, statement, type Steps, timeOf } from './statement.ts';

const prove = statement('UPDATE Person SET addressProvenAt = ? WHERE key = ? AND addressProvenAt IS NULL');
const dropPassword = statement('UPDATE Person SET passwordHash = NULL WHERE key = ?');
export const dropLinks = statement('DELETE FROM Link WHERE personKey = ?');
export const dropIdentities = statement('DELETE FROM Identity WHERE personKey = ?');

const waysIn = [
  dropPassword,
  dropFactor,
  dropRecoveryCodes,
  dropPasskeys,
  dropIdentities,
  dropChallenges,
  dropLinks,
  endAllSessions,
];

/**
 * Steps of a job that knows that an address is a person's. The first time, all ways in that there are end: an invitation
 * proves no address, so somebody else may have made them. Returns whether there were any.
 */
export function* proveAddress(personKey: number, now: number): Steps<boolean> {
  if ((yield* run(prove, timeOf(now), personKey)) === 0) return false;
  let ended = 0;
  for (const drop of waysIn) ended += yield* run(drop, personKey);
  return ended > 0;
}
