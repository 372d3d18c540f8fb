import { forget, keptInput } from '../forget.ts';
import type { Steps } from '../statement.ts';

/** Deletes the input of a call; its hash stays with the receipt. */
export function* forgetInput({ callKey }: { callKey: number }): Steps<{ forgotten: boolean }> {
  return { forgotten: yield* forget(keptInput, callKey) };
}
