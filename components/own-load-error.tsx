import { LoadError } from './load-error.tsx';
import { Refusal } from './refusal.ts';

const signInHelps = ['session-ended', 'key-required', 'account-required'];

/** Of something that belongs to the caller: who is not signed in may do so. */
export function OwnLoadError(given: { what: string; error: Error; retry: () => void }) {
  const { error } = given;
  const needsKey = error instanceof Refusal && signInHelps.includes(error.problem.code);
  return <LoadError {...given} needsKey={needsKey} />;
}
