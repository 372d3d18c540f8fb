'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { loaded } from '../loaded.ts';
import { whenOtherTabsTell } from './use-change-of-caller.ts';
import { noteOtherCaller, showCaller, shownTo } from '../shown-caller.ts';
import { callerIds, endedOptions, sessionOptions } from './session-options.ts';

/** When another tab signs in or changes the account, or the portal refuses the one shown, the page shows the caller of now. */
export function FollowCaller() {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const session = () => client.getQueryData(sessionOptions().queryKey);
    let isFollowing = false;
    const askAnew = async () => {
      if (isFollowing) {
        const { leaveForAnother } = await loaded(import('./follow-caller.ts'));
        return leaveForAnother(client);
      }
      isFollowing = true;
      const shown = session();
      try {
        const { followRefusal } = await loaded(import('./follow-caller.ts'));
        await followRefusal(client, shown);
        const now = session();
        if (shown && now && callerIds(shown) !== callerIds(now)) router.refresh();
      } finally {
        isFollowing = false;
      }
    };
    // Offline: the next refusal asks again.
    return showCaller(
      () => shownTo(session()),
      () => void askAnew().catch(() => {}),
    );
  }, [client, router]);
  useEffect(() => {
    const follow = async () => {
      const { followCaller } = await loaded(import('./follow-caller.ts'));
      await followCaller(client);
      // A session that ended in this browser did not end elsewhere.
      client.setQueryData(endedOptions().queryKey, null);
      // Next keeps the pages that were visited.
      router.refresh();
    };
    // Offline: the portal refuses a call that another would pay.
    return whenOtherTabsTell(() => void follow().catch(() => {}));
  }, [client, router]);
  return null;
}

/** What the server rendered is for this caller, who may be another than the header shows. */
export function FollowPage({ caller }: { caller: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const shown = client.getQueryData(sessionOptions().queryKey);
    if (shown && callerIds(shown) !== caller) noteOtherCaller();
  }, [client, caller]);
  return null;
}
