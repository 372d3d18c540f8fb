'use client';

import type { CallHindrance } from '../../lib/view/playground/call-hindrance.ts';
import { isUnderWay } from '../../lib/view/playground/is-under-way.ts';
import { prepareCall } from '../playground/load-call-parts.ts';
import type { Call } from '../playground/use-call.ts';
import { useKeysWork } from '../shell/use-keys-work.ts';

interface Props {
  call: Call;
  hindrance: CallHindrance | null;
  describedBy: string;
  start: () => void;
}

const words: Record<CallHindrance['kind'], string> = {
  offline: 'Offline',
  'too-large': 'Too large',
  'over-maximum': 'Over your limit',
  short: 'Not enough credits',
};

/** It keeps the focus, whatever becomes of the call: what cannot be pressed says why. */
export function CallButton({ call, hindrance, describedBy, start }: Props) {
  const keysWork = useKeysWork();
  if (isUnderWay(call.state)) {
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
      aria-disabled={hindrance !== null}
      aria-describedby={describedBy}
      aria-keyshortcuts={keysWork ? 'Control+Enter Meta+Enter' : undefined}
      onPointerEnter={prepareCall}
      onClick={start}
      className="flex min-w-32 items-center justify-center gap-2 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:bg-sunk aria-disabled:text-quiet"
    >
      {hindrance === null ? 'Call' : words[hindrance.kind]}
      {hindrance === null && (
        <kbd aria-hidden="true" className="hidden font-sans text-xs lg:inline">
          Ctrl/⌘ ↵
        </kbd>
      )}
    </button>
  );
}
