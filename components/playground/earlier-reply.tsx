'use client';

import { useEffect, useRef, useState } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { EventReader } from '../../lib/reply/event-reader.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';
import { ReplyView } from '../reply/reply-view.tsx';
import { quietButton } from '../quiet-button.ts';
import { UsedTicket } from '../ticket/used-ticket.tsx';
import type { SavedReply } from './saved-replies.ts';
import { useSettledCharge } from './use-settled-charge.ts';

/** The stored reply of an earlier call. Takes the focus from the button that opened it. */
export function EarlierReply({ saved, close }: { saved: SavedReply; close: () => void }) {
  const { callId, charged: chargedByReply, quoted, totalMs, status, endedMs } = saved;
  const { charged, upstreamMs } = useSettledCharge(callId, chargedByReply);
  const [shown, setShown] = useState<{ saved: SavedReply; reply: Reply } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isCurrent = true;
    heading.current?.focus({ preventScroll: true });
    void replyOf(saved).then((reply) => isCurrent && setShown({ saved, reply }));
    return () => {
      isCurrent = false;
    };
  }, [saved]);
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <div className="order-first flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          Reply of {momentText(new Date(endedMs).toISOString())} UTC
        </h2>
        <button type="button" onClick={close} className={quietButton}>
          Close
        </button>
      </div>
      {shown?.saved === saved && <ReplyView reply={shown.reply} />}
      <div className="order-first">
        <UsedTicket
          callId={callId}
          status={status}
          totalMs={totalMs}
          upstreamMs={upstreamMs}
          charged={charged}
          quoted={quoted}
        />
      </div>
    </div>
  );
}

/** Adds the events of a stored stream. */
async function replyOf({ reply }: SavedReply): Promise<Reply> {
  if (essence(reply.contentType) !== 'text/event-stream') return { ...reply, events: null };
  const reader = new EventReader();
  reader.read(new Uint8Array(await reply.body.arrayBuffer()));
  reader.end();
  return { ...reply, events: reader.events };
}
