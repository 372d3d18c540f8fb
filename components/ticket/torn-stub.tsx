'use client';

import { groupedNumber } from '../../lib/grouped-number.ts';
import { wasMade } from '../../lib/playground/call-answer.ts';
import type { CallState } from '../../lib/playground/call-state.ts';
import type { Call } from '../playground/use-call.ts';
import { Paper } from './paper.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { TicketLine } from './ticket-line.tsx';

/** The ticket of the last call, torn off and stamped with what was charged. */
export function TornStub({ call }: { call: Call }) {
  const used = usedTicket(call.state);
  if (used === null) return null;
  const { stamp, isCharged, charged, quoted, callId } = used;
  return (
    <div className="origin-top-left -rotate-1 transition duration-300 motion-reduce:rotate-0 motion-reduce:transition-none starting:-translate-y-3 starting:rotate-0 starting:opacity-0">
      <Paper className="relative grid gap-2">
        <dl className="grid gap-1 pr-24">
          <TicketLine label="Quoted" amount={quoted === null ? '–' : groupedNumber(quoted)} />
          <TicketLine label="Charged" amount={charged === null ? '–' : groupedNumber(charged)} />
        </dl>
        <p className="text-sm empty:hidden">
          <ReceiptLink callId={callId} />
        </p>
        <p
          className={`absolute top-1/2 right-4 -translate-y-1/2 -rotate-12 rounded border-2 px-2 py-1 text-xs font-bold tracking-wider uppercase ${isCharged ? 'border-accent text-accent' : 'border-quiet text-quiet'}`}
        >
          {stamp}
        </p>
      </Paper>
    </div>
  );
}

interface UsedTicket {
  stamp: string;
  isCharged: boolean;
  charged: number | null;
  quoted: number | null;
  callId: string | null;
}

/** Of a call that was let through; what was refused before it cost anything has no ticket to tear off. */
function usedTicket(state: CallState): UsedTicket | null {
  if (state.phase === 'answered') {
    const { charged, run, head } = state;
    const isCharged = charged !== null && charged > 0;
    const stamp = charged === null ? 'Under way' : isCharged ? 'Charged' : 'Free';
    return { stamp, isCharged, charged, quoted: run.quoted, callId: head.callId };
  }
  if (state.phase !== 'refused') return null;
  const { problem, run } = state;
  const { charged, callId } = problem;
  if (!wasMade(problem.code)) return null;
  const isCharged = charged !== null && charged > 0;
  return { stamp: isCharged ? 'Charged' : 'Not charged', isCharged, charged, quoted: run.quoted, callId };
}
