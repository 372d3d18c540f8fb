import type { RemoveSecondFactorPayload } from '../../factor-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { dropRecoveryCodes, findEmail } from './enable-second-factor.ts';

export const dropFactor = statement('DELETE FROM SecondFactor WHERE personKey = ?');

export function* removeSecondFactor({
  personKey,
  now,
  mail,
}: RemoveSecondFactorPayload): Steps<{ removed: boolean }> {
  if ((yield* run(dropFactor, personKey)) === 0) return { removed: false };
  yield* run(dropRecoveryCodes, personKey);
  const { email: to = '' } = (yield* first(findEmail, personKey)) ?? {};
  yield* queueMail({ kind: 'factors-changed', to, ...mail, now });
  return { removed: true };
}
