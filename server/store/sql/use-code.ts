import type { CodeProof } from '../factor-changes.ts';
import { run, statement, type Steps } from './statement.ts';

const useStep = statement(
  `UPDATE SecondFactor SET lastStep = ?, tries = 0, triesSince = NULL
    WHERE personKey = ? AND confirmedAt IS NOT NULL AND (lastStep IS NULL OR lastStep < ?)`,
);
const useRecoveryCode = statement('DELETE FROM RecoveryCode WHERE personKey = ? AND hash = ?');

/** Uses up a code of a person. False if it was used already: a code of an app also ends those before it. */
export function* useCode(personKey: number, proof: CodeProof): Steps<boolean> {
  const changed =
    proof.kind === 'code'
      ? yield* run(useStep, proof.step, personKey, proof.step)
      : yield* run(useRecoveryCode, personKey, proof.hash);
  return changed > 0;
}
