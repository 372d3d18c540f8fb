'use client';

import { useQuery, useQueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { useRef, type RefObject, useEffect, useState } from 'react';
import { essence } from '../../../lib/operation/media-type.ts';
import { EventReader } from '../../../lib/reply/event-reader.ts';
import { creditsText } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { type CallState, settlingDelayMs } from '../../../lib/view/playground/call-state.ts';
import type { Reply } from '../../../lib/view/reply/reply-kind.ts';
import { fetchJson } from '../../fetch-json.ts';
import { ReplyView } from '../../reply/reply-view.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { UsedTicket } from '../../ticket/used-ticket.tsx';
import { CallRefused } from './call-refused.tsx';
import type { SavedReply } from './saved-replies.ts';
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

/** The cost and duration of a call. Its reply says where it broke off. */
function AnsweredCall({ state }: { state: Extract<CallState, { phase: 'answered' }> }) {
  const { run, head, endedMs } = state;
  const { charged, upstreamMs } = useSettledCharge(head.callId, state.charged);
  return (
    <UsedTicket
      callId={head.callId}
      status={head.upstreamStatus ?? head.status}
      totalMs={endedMs - run.startedMs}
      upstreamMs={upstreamMs}
      charged={charged}
      quoted={run.quoted}
    >
      {run.notice !== null && <p className="text-warn">{run.notice}</p>}
      {head.replayed && (
        <p className="text-quiet">
          This is the reply of the first attempt: the call was made and charged once.
        </p>
      )}
    </UsedTicket>
  );
}

/** Modifier keys alone are no action of the reader. */
const modifiers = new Set(['Control', 'Meta', 'Shift', 'Alt']);

/**
 * Scrolls an element into view, and follows it while it grows until the reader does something. A new `run` follows
 * again; null follows nothing.
 */
function useKeepInView(place: RefObject<HTMLElement | null>, run: string | null): void {
  useEffect(() => {
    const { current } = place;
    if (run === null || current === null) return undefined;
    const observer = new ResizeObserver(() => bringIntoSight(current));
    const reader = new AbortController();
    const leave = () => {
      reader.abort();
      observer.disconnect();
    };
    const options = { capture: true, passive: true, signal: reader.signal };
    for (const sign of ['wheel', 'touchmove', 'pointerdown']) window.addEventListener(sign, leave, options);
    const onKey = ({ key, repeat }: KeyboardEvent) => !repeat && !modifiers.has(key) && leave();
    window.addEventListener('keydown', onKey, options);
    observer.observe(current);
    return leave;
  }, [place, run]);
}

/**
 * Scrolls no further than needed. An element taller than the screen shows its top. A smooth scroll would continue after
 * the reader turned the wheel.
 */
function bringIntoSight(place: HTMLElement): void {
  // Beside the input it is in a column that scrolls separately.
  const column = place.closest<HTMLElement>('[data-column]');
  const shown = column !== null && getComputedStyle(column).display !== 'contents' ? column : place;
  const block = shown.offsetHeight > window.innerHeight ? 'start' : 'nearest';
  shown.scrollIntoView({ block, behavior: 'instant' });
}

type Progress = Extract<CallState, { phase: 'sending' | 'waiting' | 'renewing' | 'receiving' }>;

function CallProgress({ state }: { state: Progress }) {
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

/** The stored reply of an earlier call. Takes the focus from the button that opened it. */
function EarlierReply({ saved, close }: { saved: SavedReply; close: () => void }) {
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

interface Settled {
  /** Null until the call is settled. */
  charged: number | null;
  /** The duration of the API's response. */
  upstreamMs: number | null;
}

/** The cost of a call, from its reply or, once the call is settled, from its receipt. */
function useSettledCharge(callId: string | null, chargedByReply: number | null): Settled {
  const client = useQueryClient();
  const { data } = useQuery(callReceiptOptions(callId));
  const settled = data === undefined || data.state === 'dispatched' ? null : data.charged;
  const isLate = chargedByReply === null && settled !== null;
  useEffect(() => {
    if (isLate)
      for (const queryKey of [['credits'], ['calls', 'of-product']])
        void client.invalidateQueries({ queryKey });
  }, [client, isLate]);
  return { charged: chargedByReply ?? settled, upstreamMs: data?.upstream?.totalMs ?? null };
}

/** Polls until the call is settled: a reply of more than 1 MiB ends before its charge is known. */
function callReceiptOptions(callId: string | null) {
  return queryOptions({
    queryKey: ['calls', callId, 'summary'],
    queryFn:
      callId === null
        ? skipToken
        : ({ signal }) => fetchJson('GET /api/calls/{call_id}', { params: { call_id: callId }, signal }),
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data !== undefined && data.state !== 'dispatched'
        ? false
        : settlingDelayMs(dataUpdateCount + errorUpdateCount),
  });
}
