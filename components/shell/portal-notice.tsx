'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { unreachable } from '../unreachable.ts';

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
