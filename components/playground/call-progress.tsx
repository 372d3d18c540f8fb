'use client';

import { useEffect, useState } from 'react';
import type { CallState } from '../../lib/view/playground/call-state.ts';

type Progress = Extract<CallState, { phase: 'sending' | 'waiting' | 'renewing' | 'receiving' }>;

export function CallProgress({ state }: { state: Progress }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{doing(state)}</span>
        <Elapsed sinceMs={state.run.startedMs} />
      </p>
      <p aria-hidden="true" className="h-0.5 overflow-hidden bg-line">
        <span className="block h-full w-full bg-accent motion-safe:animate-pulse" />
      </p>
      {state.run.notice !== null && <p className="text-sm text-warn">{state.run.notice}</p>}
      {state.run.losses > 0 && (
        <p className="text-sm text-quiet">
          Every attempt has the same key: the call is made and charged only once.
        </p>
      )}
    </div>
  );
}

function doing(state: Progress): string {
  switch (state.phase) {
    case 'renewing':
      return 'The quote has expired. Getting a new one…';
    case 'receiving':
      return 'Receiving the reply…';
    case 'waiting':
      return state.why === 'in-flight'
        ? 'The call is still running. Checking again in a moment…'
        : `The connection was lost (attempt ${state.run.losses} of 5). Retrying…`;
    case 'sending':
      return state.run.losses > 0 ? `Calling, attempt ${state.run.losses + 1} of 5…` : 'Calling…';
  }
}

const tickMs = 100;

/** Hidden from screen readers, which would read the clock ten times a second. */
function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(sinceMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden="true" className="text-sm text-quiet tabular-nums">
      {(Math.max(0, nowMs - sinceMs) / 1_000).toFixed(1)} s
    </span>
  );
}
