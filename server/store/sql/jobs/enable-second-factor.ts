import type { EnableSecondFactorPayload } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const enable = statement(
  'UPDATE SecondFactor SET confirmedAt = ?, lastStep = ? WHERE personKey = ? AND secret = ? AND confirmedAt IS NULL',
);
export const dropRecoveryCodes = statement('DELETE FROM RecoveryCode WHERE personKey = ?');
const insertCode = statement('INSERT INTO RecoveryCode (hash, personKey) VALUES (?, ?)');
export const findEmail = statement<{ email: string }>('SELECT email FROM Person WHERE key = ?');

/** Lets a second factor count, with its recovery codes. The code that was entered is used. */
export function* enableSecondFactor({
  personKey,
  secret,
  step,
  recoveryCodes,
  now,
  mail,
}: EnableSecondFactorPayload): Steps<{ enabled: boolean }> {
  if ((yield* run(enable, timeOf(now), step, personKey, secret)) === 0) return { enabled: false };
  yield* run(dropRecoveryCodes, personKey);
  for (const hash of recoveryCodes) yield* run(insertCode, hash, personKey);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { enabled: true };
}
