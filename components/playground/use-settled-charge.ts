import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callReceiptOptions } from './call-receipt-options.ts';

interface Settled {
  /** Null while the call is not settled. */
  charged: number | null;
  /** How long the API took. */
  upstreamMs: number | null;
}

/** What a call cost: as its reply said, or else as its receipt says once the call is settled. */
export function useSettledCharge(callId: string | null, told: number | null): Settled {
  const client = useQueryClient();
  const { data } = useQuery(callReceiptOptions(callId));
  const settled = data === undefined || data.state === 'dispatched' ? null : data.charged;
  const isNews = told === null && settled !== null;
  useEffect(() => {
    if (isNews)
      for (const queryKey of [['credits'], ['calls', 'of-product']])
        void client.invalidateQueries({ queryKey });
  }, [client, isNews]);
  return { charged: told ?? settled, upstreamMs: data?.upstream?.totalMs ?? null };
}
