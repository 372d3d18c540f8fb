import { LoadError } from './load-error.tsx';
import { ProblemError } from './problem-error.ts';

const signInHelps = ['session-ended', 'key-required', 'account-required'];

/** A `LoadError` for data of the caller, with a link to sign in where that helps. */
export function OwnLoadError(given: { what: string; error: Error; retry: () => void }) {
  const { error } = given;
  const needsKey = error instanceof ProblemError && signInHelps.includes(error.problem.code);
  return <LoadError {...given} needsKey={needsKey} />;
}
