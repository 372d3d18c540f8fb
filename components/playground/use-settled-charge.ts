import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callReceiptOptions } from './call-receipt-options.ts';

interface Settled {
  /** Null until the call is settled. */
  charged: number | null;
  /** The duration of the API's response. */
  upstreamMs: number | null;
}

/** The cost of a call, from its reply or, once the call is settled, from its receipt. */
export function useSettledCharge(callId: string | null, chargedByReply: number | null): Settled {
  const client = useQueryClient();
  const { data } = useQuery(callReceiptOptions(callId));
  const settled = data === undefined || data.state === 'dispatched' ? null : data.charged;
  const isLate = chargedByReply === null && settled !== null;
  useEffect(() => {
    if (isLate)
      for (const queryKey of [['credits'], ['calls', 'of-product']])
        void client.invalidateQueries({ queryKey });
  }, [client, isLate]);
  return { charged: chargedByReply ?? settled, upstreamMs: data?.upstream?.totalMs ?? null };
}
