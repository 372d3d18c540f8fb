import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
import { ownerOptions } from './owner-options.ts';
import { forgetPending, type PendingCall, pendingCall } from './pending-call.ts';

export interface FoundCall {
  pending: PendingCall;
  parts: CallParts;
}

/** Finds the call that was running when the page was left, if it is the caller's own. */
export function usePendingCall(slug: string, resume: (found: FoundCall) => void): void {
  const client = useQueryClient();
  const onFound = useEffectEvent(resume);
  useEffect(() => {
    let isCurrent = true;
    void findPending(slug, client).then((found) => isCurrent && found && onFound(found));
    return () => {
      isCurrent = false;
    };
  }, [slug, client]);
}

async function findPending(slug: string, client: QueryClient): Promise<FoundCall | null> {
  const pending = pendingCall(slug, Date.now());
  if (pending === undefined) return null;
  const asked = Promise.all([loadCallParts(), client.fetchQuery(ownerOptions())]);
  const answer = await asked.catch(later);
  if (answer === null) return null;
  const [parts, owner] = answer;
  if (owner === pending.owner) return { pending, parts };
  forgetPending(slug);
  return null;
}

/** Where the portal cannot be reached, it stays remembered, and is looked for when the page is opened again. */
function later(_unreachable: Error): null {
  return null;
}
