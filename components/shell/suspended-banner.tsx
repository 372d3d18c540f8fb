'use client';

import { useQuery } from '@tanstack/react-query';
import { sessionOptions } from '../keys/session-options.ts';

/** Says on every page that the account is suspended, and who knows why. */
export function SuspendedBanner() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (!session?.suspended) return null;
  return (
    <section
      aria-label="Account suspended"
      className="border-t border-line bg-bad/10 px-4 py-2 text-center text-sm break-words"
    >
      {session.account ? (
        <>
          The account <strong className="font-semibold">{session.account.name}</strong> is suspended. You can
          read, and remove what is there, but make no calls and add nothing.
        </>
      ) : (
        'The account of your API key is suspended.'
      )}{' '}
      Ask the operator of this portal for the reason.
    </section>
  );
}
