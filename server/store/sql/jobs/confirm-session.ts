import type { ConfirmSessionPayload } from '../../people-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';
import { useProof } from '../use-proof.ts';

const confirm = statement('UPDATE Session SET confirmedAt = ? WHERE id = ? AND personKey = ?');

/** Writes that a person has proved who they are. */
export function* confirmSession({
  personKey,
  sessionId,
  proof,
  now,
}: ConfirmSessionPayload): Steps<{ confirmed: boolean }> {
  if (proof && !(yield* useProof(personKey, proof, now))) return { confirmed: false };
  return { confirmed: (yield* run(confirm, timeOf(now), sessionId, personKey)) > 0 };
}
