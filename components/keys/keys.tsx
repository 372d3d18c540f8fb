'use client';

import { useQuery } from '@tanstack/react-query';
import { OwnLoadError } from '../own-load-error.tsx';
import { Account } from './account.tsx';
import { sessionOptions } from './session-options.ts';
import { SignIn } from './sign-in.tsx';

/** `isOpen` says whether anybody may register. */
export function Keys({ isOpen }: { isOpen: boolean }) {
  const { data, error, isPending, refetch } = useQuery(sessionOptions());
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>:not(p)]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">API keys</h1>
      {isPending && <p className="mt-6 text-quiet">Loading your session…</p>}
      {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
      {data &&
        (data.kind === 'account' ? <Account session={data} /> : <SignIn session={data} isOpen={isOpen} />)}
    </main>
  );
}
