'use client';

import { useRef } from 'react';
import { creditsText } from '../../lib/text/count-text.ts';
import type { CallState } from '../../lib/view/playground/call-state.ts';
import { ReplyView } from '../reply/reply-view.tsx';
import { AnsweredCall } from './answered-call.tsx';
import { CallProgress } from './call-progress.tsx';
import { CallRefused } from './call-refused.tsx';
import { EarlierReply } from './earlier-reply.tsx';
import type { SavedReply } from './saved-replies.ts';
import { useKeepInView } from './use-keep-in-view.ts';
import type { ShownCall } from './shown-call.ts';

interface Props {
  call: ShownCall;
  resetsAt: string | undefined;
  /** An earlier call whose reply is open. */
  earlier: SavedReply | null;
  closeEarlier: () => void;
}

/** The result of a call: progress, reply or error, and cost. */
export function CallOutcome({ call, resetsAt, earlier, closeEarlier }: Props) {
  const { state } = call;
  const place = useRef<HTMLElement>(null);
  const key = state.phase === 'idle' ? null : state.run.key;
  useKeepInView(place, earlier?.callId ?? key);
  return (
    <section ref={place} aria-label="Result of the call" className="empty:hidden">
      {earlier !== null ? (
        <EarlierReply saved={earlier} close={closeEarlier} />
      ) : (
        state.phase !== 'idle' && (
          <div className="grid gap-4 [&>*]:min-w-0">
            <p role="status" className="sr-only">
              {news(state)}
            </p>
            <Outcome call={call} resetsAt={resetsAt} />
          </div>
        )
      )}
    </section>
  );
}

/** The reply comes first in the Tab order. */
function Outcome({ call, resetsAt }: Pick<Props, 'call' | 'resetsAt'>) {
  const { state } = call;
  const reply = 'reply' in state ? state.reply : null;
  return (
    <>
      {reply && <ReplyView reply={reply} />}
      <div className="order-first">
        <Head call={call} resetsAt={resetsAt} />
      </div>
    </>
  );
}

function Head({ call, resetsAt }: Pick<Props, 'call' | 'resetsAt'>) {
  const { state } = call;
  switch (state.phase) {
    case 'idle':
      return null;
    case 'sending':
    case 'waiting':
    case 'renewing':
    case 'receiving':
      return <CallProgress state={state} />;
    case 'answered':
      return <AnsweredCall state={state} />;
    default:
      return <CallRefused call={call} state={state} resetsAt={resetsAt} />;
  }
}

function news(state: CallState): string {
  switch (state.phase) {
    case 'sending':
      return 'Calling.';
    case 'waiting':
      return state.why === 'lost' ? 'The connection was lost. Retrying.' : 'The call is still running.';
    case 'answered':
      // The reply shows that it is complete.
      return state.charged === null ? '' : `${creditsText(state.charged)} charged.`;
    case 'refused':
      return `${state.problem.title}.`;
    default:
      return '';
  }
}
