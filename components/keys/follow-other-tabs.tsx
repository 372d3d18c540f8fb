'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { loaded } from '../loaded.ts';
import { whenOtherTabsTell } from './use-change-of-caller.ts';
import { endedOptions } from './session-options.ts';

/** When another tab signs in or changes the account, this one shows the new payer. */
export function FollowCaller() {
  const client = useQueryClient();
  const router = useRouter();
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
