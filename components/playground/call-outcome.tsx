'use client';

import { useEffect, useRef } from 'react';
import { creditsText } from '../../lib/call-words.ts';
import type { CallState } from '../../lib/playground/call-state.ts';
import { ReplyView } from '../reply/reply-view.tsx';
import { CallProgress } from './call-progress.tsx';
import { CallRefused } from './call-refused.tsx';
import { CallTimes } from './call-times.tsx';
import type { Call } from './use-call.ts';

interface Props {
  call: Call;
  resetsAt: string | undefined;
}

/** What became of the call: on its way, answered, or refused, in words that say what it cost. */
export function CallOutcome({ call, resetsAt }: Props) {
  const { state } = call;
  const place = useRef<HTMLElement>(null);
  const { phase } = state;
  useEffect(() => {
    if (phase === 'sending' || phase === 'answered' || phase === 'refused') reveal(place.current);
  }, [phase]);
  return (
    <section ref={place} aria-label="Result of the call" className="scroll-mt-6 scroll-mb-16 empty:hidden">
      {phase !== 'idle' && (
        <div className="grid gap-4 border-t border-line pt-6 [&>*]:min-w-0">
          <p role="status" className="sr-only">
            {news(state)}
          </p>
          <Outcome call={call} resetsAt={resetsAt} />
        </div>
      )}
    </section>
  );
}

function Outcome({ call, resetsAt }: Pick<Props, 'call' | 'resetsAt'>) {
  const { state } = call;
  switch (state.phase) {
    case 'idle':
      return null;
    case 'sending':
    case 'waiting':
    case 'renewing':
      return <CallProgress state={state} />;
    case 'receiving':
      return (
        <>
          <CallProgress state={state} />
          <ReplyView reply={state.reply} />
        </>
      );
    case 'answered':
      return (
        <>
          <CallTimes state={state} />
          <ReplyView reply={state.reply} />
        </>
      );
    case 'stopped':
      return (
        <>
          <CallRefused call={call} state={state} resetsAt={resetsAt} />
          {state.reply && <ReplyView reply={state.reply} />}
        </>
      );
    default:
      return <CallRefused call={call} state={state} resetsAt={resetsAt} />;
  }
}

/** Into view, and no further than that: whoever sees it already is left where they are. */
function reveal(place: HTMLElement | null): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}

function news(state: CallState): string {
  switch (state.phase) {
    case 'sending':
      return 'Calling.';
    case 'waiting':
      return state.why === 'lost' ? 'The connection was lost. Trying again.' : 'The call is still under way.';
    case 'answered':
      return state.charged === null
        ? 'The reply is here.'
        : `The reply is here. ${creditsText(state.charged)} charged.`;
    case 'refused':
      return `${state.problem.title}.`;
    default:
      return '';
  }
}
