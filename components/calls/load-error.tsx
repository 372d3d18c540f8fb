import Link from 'next/link';
import { Refusal } from '../refusal.ts';

/** What could not be loaded, why, and what to do about it. */
export function LoadError({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  const needsKey =
    error instanceof Refusal &&
    ['session-ended', 'key-required', 'account-required'].includes(error.problem.code);
  return (
    <div role="alert" className="mt-6 rounded-md border border-bad p-4">
      <p>
        {what} could not be loaded: {error.message}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {needsKey && (
          <Link href="/keys" className="py-1 text-accent underline underline-offset-4">
            Sign in
          </Link>
        )}
        <button type="button" onClick={retry} className="py-1 text-accent underline underline-offset-4">
          {needsKey ? 'Continue as a guest' : 'Try again'}
        </button>
      </p>
    </div>
  );
}
