import type { QueryClient } from '@tanstack/react-query';
import { ownerOptions } from './owner-options.ts';
import { forgetPending, type PendingCall, pendingCall } from './pending-call.ts';

/** The caller's call that was running when the page was closed. */
export async function findPending(slug: string, client: QueryClient): Promise<PendingCall | null> {
  const pending = pendingCall(slug, Date.now());
  if (pending === undefined) return null;
  if ((await client.fetchQuery(ownerOptions())) === pending.owner) return pending;
  forgetPending(slug);
  return null;
}
