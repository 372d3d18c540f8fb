import type { ConfirmSessionPayload } from '../../people-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';
import { useCode } from '../use-code.ts';

const confirm = statement('UPDATE Session SET confirmedAt = ? WHERE id = ? AND personKey = ?');

/** Writes that a person has proved who they are. */
export function* confirmSession({
  personKey,
  sessionId,
  proof,
  now,
}: ConfirmSessionPayload): Steps<{ confirmed: boolean }> {
  if (proof && !(yield* useCode(personKey, proof))) return { confirmed: false };
  return { confirmed: (yield* run(confirm, timeOf(now), sessionId, personKey)) > 0 };
}
