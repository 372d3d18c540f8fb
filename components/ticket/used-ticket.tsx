'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { creditsText, durationText } from '../../lib/text/numbers.ts';
import { Paper } from './fare-lines.tsx';

interface Props {
  callId: string | null;
  status: number;
  totalMs: number;
  upstreamMs: number | null;
  /** Null until the call is settled. */
  charged: number | null;
  quoted: number | null;
  children?: ReactNode;
}

/** The ticket of an answered call: result, duration and charge, with a stamp. */
export function UsedTicket({ callId, status, totalMs, upstreamMs, charged, quoted, children }: Props) {
  return (
    <Paper className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-quiet tabular-nums">
          <span className={`font-medium ${status < 400 ? 'text-good' : 'text-bad'}`}>
            Answered with {status}
          </span>
          <span>
            {durationText(totalMs)} total
            {upstreamMs !== null && `, ${durationText(upstreamMs)} in the API`}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
          <span>{chargeText(charged, quoted)}</span>
          <ReceiptLink callId={callId} />
        </p>
        {children}
      </div>
      <Stamp charged={charged} />
    </Paper>
  );
}

function chargeText(charged: number | null, quoted: number | null): string {
  if (charged === null) return 'Settling the charge…';
  const isLess = quoted !== null && charged < quoted;
  return `${creditsText(charged)} charged${isLess ? ` of ${creditsText(quoted)} quoted` : ''}`;
}

/** Decorative: the line beside it says the same. */
function Stamp({ charged }: { charged: number | null }) {
  if (charged === null) return null;
  const isCharged = charged > 0;
  return (
    <p
      aria-hidden="true"
      className={`-rotate-6 rounded border-2 px-2 py-1 text-xs font-bold tracking-wider uppercase transition duration-300 motion-reduce:transition-none starting:scale-125 starting:opacity-0 ${isCharged ? 'border-accent text-accent' : 'border-quiet text-quiet'}`}
    >
      {isCharged ? 'Charged' : 'Free'}
    </p>
  );
}

export function ReceiptLink({ callId }: { callId: string | null }) {
  if (callId === null) return null;
  return (
    <Link
      href={`/calls/${encodeURIComponent(callId)}`}
      prefetch={false}
      className="text-accent underline underline-offset-4"
    >
      Receipt
    </Link>
  );
}
