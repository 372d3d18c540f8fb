'use client';

import { useCallback } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import { usePlayground } from './playground-provider.tsx';
import type { Attempt } from './use-attempt.ts';
import type { Call } from './use-call.ts';
import { useLastCalls } from './use-last-calls.ts';

interface Props {
  call: Call;
  resetsAt: string | undefined;
  attempt: Attempt;
}

/** The result of the current or an earlier call, and the last calls. */
export function Results({ call, resetsAt, attempt }: Props) {
  const { slug, change } = usePlayground();
  const lastCalls = useLastCalls();
  const { earlier, showEarlier, closeEarlier, isUnsent } = attempt;
  const fillIn = useCallback((input: JsonObject) => change({ type: 'set', input }), [change]);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-8 lg:col-start-1 lg:row-start-2 beside:-m-2 beside:min-h-0 beside:flex-1 beside:overflow-y-auto beside:p-2">
      {call.parts && (earlier !== null || !isUnsent) && (
        <call.parts.CallOutcome
          call={call}
          resetsAt={resetsAt}
          earlier={earlier}
          closeEarlier={closeEarlier}
        />
      )}
      {call.state.phase === 'idle' && earlier === null && (
        <p className="hidden rounded-md border border-dashed border-line px-6 py-10 text-center text-sm text-quiet beside:block">
          The reply appears here.
        </p>
      )}
      {lastCalls && <lastCalls.LastCalls slug={slug} fillIn={fillIn} showReply={showEarlier} />}
    </div>
  );
}
