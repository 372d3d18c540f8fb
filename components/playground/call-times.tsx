'use client';

import { useQuery } from '@tanstack/react-query';
import { durationText } from '../../lib/duration-text.ts';
import { creditsText } from '../../lib/call-words.ts';
import type { CallState } from '../../lib/playground/call-state.ts';
import { callTimesOptions } from './call-times-options.ts';
import { ReceiptLink } from '../ticket/receipt-link.tsx';

/** How long it took, and how long of that the API did; what it cost. */
export function CallTimes({ state }: { state: Extract<CallState, { phase: 'answered' }> }) {
  const { run, head, charged, endedMs, reply } = state;
  const { data } = useQuery(callTimesOptions(head.callId));
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-quiet tabular-nums">
        <span className="font-medium text-good">Answered with {head.upstreamStatus ?? head.status}</span>
        <span>{durationText(endedMs - run.startedMs)} in all</span>
        {data?.upstream && <span>{durationText(data.upstream.totalMs)} of it the API</span>}
        {charged !== null && (
          <span className="text-ink">
            {creditsText(charged)} charged
            {run.quoted !== null && charged < run.quoted && `, of ${creditsText(run.quoted)} quoted`}
          </span>
        )}
        <ReceiptLink callId={head.callId} />
      </p>
      {run.notice !== null && <p className="text-warn">{run.notice}</p>}
      {head.replayed && (
        <p className="text-quiet">
          The connection was lost on the way; this is the reply of the first try, and nothing was paid twice.
        </p>
      )}
      {!reply.complete && (
        <p className="text-bad">
          The reply broke off. What came is shown below; the receipt says what it cost.
        </p>
      )}
    </div>
  );
}
