import { LoadError } from './load-error.tsx';
import { Refusal } from './refusal.ts';

const signInHelps = ['session-ended', 'key-required', 'account-required'];

/** The same for what belongs to the caller. It offers to sign in where that helps. */
export function OwnLoadError(given: { what: string; error: Error; retry: () => void }) {
  const { error } = given;
  const needsKey = error instanceof Refusal && signInHelps.includes(error.problem.code);
  return <LoadError {...given} needsKey={needsKey} />;
}
