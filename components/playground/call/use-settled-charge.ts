import { useQuery, useQueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settlingDelayMs } from '../../../lib/view/playground/call-state.ts';
import { fetchJson } from '../../fetch-json.ts';

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

/** Polls until the call is settled: a reply of more than 1 MiB ends before its charge is known. */
function callReceiptOptions(callId: string | null) {
  return queryOptions({
    queryKey: ['calls', callId, 'summary'],
    queryFn:
      callId === null
        ? skipToken
        : ({ signal }) => fetchJson('GET /api/calls/{call_id}', { params: { call_id: callId }, signal }),
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data !== undefined && data.state !== 'dispatched'
        ? false
        : settlingDelayMs(dataUpdateCount + errorUpdateCount),
  });
}
