'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { loaded } from '../loaded.ts';

/** When another tab signs in or changes the account, this one shows the new payer. */
export function FollowCaller() {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const follow = async () => {
      const { followCaller } = await loaded(import('./follow-caller.ts'));
      await followCaller(client);
      // Next keeps the pages that were visited.
      router.refresh();
    };
    // Offline: the portal refuses a call that another would pay.
    return whenOtherTabsTell(() => void follow().catch(() => {}));
  }, [client, router]);
  return null;
}

const channelName = 'farebox-caller';

/** Says to the other tabs of this browser that the caller has changed. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Returns what stops listening. */
function whenOtherTabsTell(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
