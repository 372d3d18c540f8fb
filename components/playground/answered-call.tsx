'use client';

import type { CallState } from '../../lib/view/playground/call-state.ts';
import { UsedTicket } from '../ticket/used-ticket.tsx';
import { useSettledCharge } from './use-settled-charge.ts';

/** The cost and duration of a call. Its reply says where it broke off. */
export function AnsweredCall({ state }: { state: Extract<CallState, { phase: 'answered' }> }) {
  const { run, head, endedMs } = state;
  const { charged, upstreamMs } = useSettledCharge(head.callId, state.charged);
  return (
    <UsedTicket
      callId={head.callId}
      status={head.upstreamStatus ?? head.status}
      totalMs={endedMs - run.startedMs}
      upstreamMs={upstreamMs}
      charged={charged}
      quoted={run.quoted}
    >
      {run.notice !== null && <p className="text-warn">{run.notice}</p>}
      {head.replayed && (
        <p className="text-quiet">
          This is the reply of the first attempt: the call was made and charged once.
        </p>
      )}
    </UsedTicket>
  );
}
