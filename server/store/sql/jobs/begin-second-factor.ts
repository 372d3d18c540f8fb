import type { BeginSecondFactorPayload } from '../../factor-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

const dropUnconfirmed = statement('DELETE FROM SecondFactor WHERE personKey = ? AND confirmedAt IS NULL');
const insert = statement(
  'INSERT INTO SecondFactor (personKey, secret, createdAt, tries) VALUES (?, ?, ?, 0) ON CONFLICT (personKey) DO NOTHING',
);

/** Makes a second factor that does not count yet, unless the person has one that does. */
export function* beginSecondFactor({
  personKey,
  secret,
  now,
}: BeginSecondFactorPayload): Steps<{ begun: boolean }> {
  yield* run(dropUnconfirmed, personKey);
  return { begun: (yield* run(insert, personKey, secret, timeOf(now))) > 0 };
}
