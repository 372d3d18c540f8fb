'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { hasStartedAnew } from '../../browser.ts';
import { endedOptions, sessionOptions } from '../../keys/session-options.ts';
import { ownerOf } from '../../keys/stored-owner.ts';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { unreachable } from '../../problem-error.ts';
import { useHydrated } from '../use-hydrated.ts';
import { SignInLink } from './sign-in-link.tsx';

/** Few see it. It is in the HTML, and its script comes after that of the page. */
const Banner = lazyPart(async () => (await import('./seeing-banner.tsx')).SeeingBanner);

/** Says on every page that an operator sees an account as its members do, and ends it. */
export function SeeingBanner() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const { account, seeing } = session ?? {};
  if (!account || !seeing) return null;
  return (
    <LazyBoundary what="The end of what you see">
      <Banner key={account.id} account={account} until={seeing.until} />
    </LazyBoundary>
  );
}

/** Says at the top of the page that the portal does not respond, while a request waits for it. */
export function PortalNotice() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const isUnreachable = useSyncExternalStore(
    subscribe,
    () => cache.getAll().some(({ state }) => state.error?.message === unreachable),
    () => false,
  );
  if (!isUnreachable) return null;
  return (
    <p role="alert" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm">
      The portal cannot be reached. This page may be out of date.{' '}
      <button
        type="button"
        onClick={() => void client.refetchQueries({ predicate: ({ state }) => state.error !== null })}
        className="py-0.5 font-medium underline underline-offset-4"
      >
        Try again
      </button>
    </p>
  );
}

/** Says to somebody whose session ended elsewhere why the page shows a guest. */
export function EndedBanner() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const { data: ended } = useQuery(endedOptions());
  if (!ended || !session || ownerOf(session)) return null;
  return (
    <p role="alert" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm">
      Your session has ended.{' '}
      <SignInLink className="py-0.5 font-medium underline underline-offset-4">Sign in again</SignInLink>
    </p>
  );
}

/** Says why the page that somebody else saw is gone, and what they sent was refused. */
export function AnewBanner() {
  const isHydrated = useHydrated();
  const [isClosed, setIsClosed] = useState(false);
  if (!isHydrated || isClosed || !hasStartedAnew()) return null;
  return (
    <p role="alert" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm">
      Since this page was shown, someone else signed in. Nothing was done or charged.{' '}
      <button
        type="button"
        onClick={() => setIsClosed(true)}
        className="py-0.5 font-medium underline underline-offset-4"
      >
        Close
      </button>
    </p>
  );
}

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
          read and remove things, but cannot make calls or add anything.
        </>
      ) : (
        'The account of your API key is suspended.'
      )}{' '}
      Ask the operator of this portal for the reason.
    </section>
  );
}
