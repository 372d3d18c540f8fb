'use client';

import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../keys/fetch-session.ts';
import { useChangeOfCaller } from '../../keys/use-change-of-caller.ts';

/** Ends the session of this browser. A failure is in the line below. */
export function SignOutButton() {
  const changeCaller = useChangeOfCaller();
  const closing = useMutation({ mutationFn: () => changeCaller(signOut) });
  return (
    <>
      <button type="button" disabled={closing.isPending} onClick={() => closing.mutate()} className="button">
        Sign out
      </button>
      {closing.error && (
        <p role="alert" className="basis-full text-sm text-bad">
          Could not sign out: {closing.error.message}
        </p>
      )}
    </>
  );
}
