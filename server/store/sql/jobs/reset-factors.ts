import type { z } from 'zod';
import type { ResetFactorsResult, resetFactorsPayload } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { dropRecoveryCodes } from './enable-second-factor.ts';
import { endAllSessions } from './end-sessions.ts';
import { dropFactor } from './remove-second-factor.ts';

const find = statement<{ key: number; id: string; email: string }>(
  'SELECT key, id, email FROM Person WHERE emailKey = ?',
);
export const dropPasskeys = statement('DELETE FROM Passkey WHERE personKey = ?');
export const dropChallenges = statement('DELETE FROM Challenge WHERE personKey = ?');

/** Removes what a person has lost besides the password. Their sessions end: whoever found it may have one. */
export function* resetFactors({
  emailKey,
  now,
  mail,
}: z.output<typeof resetFactorsPayload>): Steps<ResetFactorsResult> {
  const person = yield* first(find, emailKey);
  if (!person) return { personId: null };
  const { key, id: personId, email: to } = person;
  const removed = (yield* run(dropFactor, key)) + (yield* run(dropPasskeys, key));
  if (removed === 0) return { personId, had: false };
  yield* run(dropRecoveryCodes, key);
  yield* run(dropChallenges, key);
  yield* run(endAllSessions, key);
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { personId, had: true };
}
