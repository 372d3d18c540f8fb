import Link from 'next/link';
import { ProblemError } from './problem-error.ts';

const link = 'py-1 text-accent underline underline-offset-4';

/** By a role, or by an operator: another try would be refused as well, and the detail says who can help. */
const refusals = ['forbidden', 'account-suspended'];

/** Names the part that could not be loaded, the reason, and a way to try again. */
export function LoadError({
  what,
  error,
  retry,
  needsKey = false,
}: {
  what: string;
  error: Error;
  retry: () => void;
  /** Whether signing in would help. */
  needsKey?: boolean;
}) {
  const isRefused = error instanceof ProblemError && refusals.includes(error.problem.code);
  return (
    <div role="alert" className="mt-6 rounded-md border border-bad p-4">
      <p className="break-words">
        {what} could not be loaded: {error.message}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {needsKey && (
          <Link href="/keys" className={link}>
            Sign in
          </Link>
        )}
        {!isRefused && (
          <button type="button" onClick={retry} className={link}>
            {needsKey ? 'Continue as a guest' : 'Try again'}
          </button>
        )}
      </p>
    </div>
  );
}

const signInHelps = ['session-ended', 'key-required', 'account-required'];

/** A `LoadError` for data of the caller, with a link to sign in where that helps. */
export function OwnLoadError(given: { what: string; error: Error; retry: () => void }) {
  const { error } = given;
  const needsKey = error instanceof ProblemError && signInHelps.includes(error.problem.code);
  return <LoadError {...given} needsKey={needsKey} />;
}

/** Says why something was not done; nothing where it was. */
export function Failure({
  of,
  className = 'mt-2',
}: {
  of: Error | string | null | undefined;
  className?: string;
}) {
  if (of === null || of === undefined) return null;
  return (
    <p role="alert" className={`${className} text-sm text-bad`}>
      {typeof of === 'string' ? of : of.message}
    </p>
  );
}
