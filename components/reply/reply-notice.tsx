import type { ReactNode } from 'react';
import { byteCount } from '../../lib/reply/byte-count.ts';
import type { Reply, ReplyEnding } from '../../lib/reply/reply.ts';

const reasons: Record<ReplyEnding, string> = {
  broken: 'The connection broke before the reply was whole.',
  stopped: 'You stopped the reply before it was whole.',
  'too-large': 'The reply is larger than a page can keep, and was left there.',
};

/** Why there is less of a reply than there should be. */
export function ReplyNotice({ reply }: { reply: Reply }) {
  const { ending, body, eventsLeftOut } = reply;
  return (
    <>
      {ending !== undefined && (
        <Notice>
          {reasons[ending]}{' '}
          {body === null || body.size === 0
            ? 'Nothing of it came.'
            : `What came is below: ${byteCount(body.size)}.`}
        </Notice>
      )}
      {eventsLeftOut && <Notice>There are more events than are listed. The download has all of them.</Notice>}
    </>
  );
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="border-t border-dashed border-line bg-accent-soft px-4 py-2 text-sm break-words">
      <strong className="mr-2 font-semibold text-warn">Note</strong>
      {children}
    </p>
  );
}
