'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { hasStartedAnew } from '../../browser.ts';
import { endedOptions, sessionOptions } from '../../keys/session-options.ts';
import { ownerOf } from '../../keys/stored-owner.ts';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { unreachable } from '../../problem-error.ts';
import { useHydrated } from '../use-hydrated.ts';

/** Few see it. It is in the HTML, and its script comes after that of the page. */
const Account = lazyPart(async () => (await import('./rare-banners.tsx')).AccountNotices);
const Ended = lazyPart(async () => (await import('./rare-banners.tsx')).EndedNotice);
const Anew = lazyPart(async () => (await import('./rare-banners.tsx')).AnewNotice);
const Close = lazyPart(async () => (await import('./rare-banners.tsx')).CloseAnnouncement);

/** Says on every page what of the account is not as usual: an operator sees it, or it is suspended or closed. */
export function AccountBanner() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (!session?.seeing && !session?.suspended && !session?.closedAccount) return null;
  return (
    <LazyBoundary what="The state of the account">
      <Account session={session} />
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
    <LazyBoundary what="The end of your session">
      <Ended />
    </LazyBoundary>
  );
}

/** Says why the page that somebody else saw is gone, and what they sent was refused. */
export function AnewBanner() {
  if (!useHydrated() || !hasStartedAnew()) return null;
  return (
    <LazyBoundary what="Why the page was loaded anew">
      <Anew />
    </LazyBoundary>
  );
}

/** The announcement with this id. */
export function CloseAnnouncement({ id }: { id: string }) {
  return (
    <LazyBoundary what="The announcement">
      <Close id={id} />
    </LazyBoundary>
  );
}
