import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { hasPending } from './has-pending.ts';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
import type { PendingCall } from './pending-call.ts';

export interface FoundCall {
  pending: PendingCall;
  parts: CallParts;
}

/** Finds the caller's call that was running when the page was closed. */
export function usePendingCall(slug: string, resume: (found: FoundCall) => void): void {
  const client = useQueryClient();
  const onFound = useEffectEvent(resume);
  useEffect(() => {
    if (!hasPending(slug)) return undefined;
    let isCurrent = true;
    void find(slug, client)
      .catch(later)
      .then((found) => isCurrent && found && onFound(found));
    return () => {
      isCurrent = false;
    };
  }, [slug, client]);
}

async function find(slug: string, client: QueryClient): Promise<FoundCall | null> {
  const parts = await loadCallParts();
  const pending = await parts.findPending(slug, client);
  return pending && { pending, parts };
}

/** If the portal cannot be reached, the call stays stored for the next visit. */
function later(_unreachable: Error): null {
  return null;
}
