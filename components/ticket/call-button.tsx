'use client';

import type { CallBlocker } from '../../lib/view/playground/call-blocker.ts';
import { isCallRunning } from '../../lib/view/playground/is-call-running.ts';
import { prepareCall } from '../playground/load-call-parts.ts';
import type { Call } from '../playground/use-call.ts';
import { useHydrated } from '../shell/use-hydrated.ts';

interface Props {
  call: Call;
  blocker: CallBlocker | null;
  describedBy: string;
  start: () => void;
}

const words: Record<CallBlocker['kind'], string> = {
  offline: 'Offline',
  refused: 'Not allowed',
  limited: 'Over a limit',
  'too-large': 'Too large',
  'over-maximum': 'Over your limit',
  short: 'Not enough credits',
};

/** Stays focusable during a call; if it is disabled, it says why. */
export function CallButton({ call, blocker, describedBy, start }: Props) {
  const keysWork = useHydrated();
  if (isCallRunning(call.state)) {
    return (
      <button
        type="button"
        onClick={call.stop}
        className="min-w-32 rounded-md border border-line bg-card px-4 py-2 font-medium hover:bg-sunk"
      >
        Stop
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={blocker !== null}
      aria-describedby={describedBy}
      aria-keyshortcuts={keysWork ? 'Control+Enter Meta+Enter' : undefined}
      onPointerEnter={prepareCall}
      onClick={start}
      className="flex min-w-32 items-center justify-center gap-2 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:bg-sunk aria-disabled:text-quiet"
    >
      {blocker === null ? 'Call' : words[blocker.kind]}
      {blocker === null && (
        <kbd aria-hidden="true" className="hidden font-sans text-xs lg:inline">
          Ctrl/⌘ ↵
        </kbd>
      )}
    </button>
  );
}
