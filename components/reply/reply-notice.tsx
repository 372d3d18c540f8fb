import type { ReactNode } from 'react';
import { sizeText } from '../../lib/text/numbers.ts';
import { problemCodeOf, type Reply, type ReplyEnding } from '../../lib/view/reply/reply-kind.ts';

const reasons: Record<ReplyEnding, string> = {
  broken: 'The connection was lost before the reply was complete.',
  stopped: 'You stopped the reply before it was complete.',
  'too-large': 'The reply is too large for this page, which stopped reading it.',
};

/** Why a reply is incomplete. */
export function ReplyNotice({ reply }: { reply: Reply }) {
  const { ending, body, eventsLeftOut } = reply;
  return (
    <>
      {ending !== undefined && !saysSoItself(reply) && (
        <Notice>
          {reasons[ending]}{' '}
          {body === null || body.size === 0
            ? 'No part of it arrived.'
            : `The part that arrived is below: ${sizeText(body.size)}.`}
        </Notice>
      )}
      {eventsLeftOut && <Notice>Not all events are listed. The download has all of them.</Notice>}
    </>
  );
}

/** The portal ends a broken stream with an error event, which is in the list. */
function saysSoItself({ ending, events }: Reply): boolean {
  return ending === 'broken' && events?.some(({ data }) => problemCodeOf(data) !== null) === true;
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="border-t border-dashed border-line bg-accent-soft px-4 py-2 text-sm break-words">
      <strong className="mr-2 font-semibold text-warn">Note</strong>
      {children}
    </p>
  );
}
