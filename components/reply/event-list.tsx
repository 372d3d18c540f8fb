'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { memo, useState } from 'react';
import type { ReplyEvent } from '../../lib/reply/event-reader.ts';
import { FollowButton } from './follow-button.tsx';
import { quietButton } from '../quiet-button.ts';
import { useFollow } from './use-follow.ts';

/** Events that are rendered at first, and with each press of “Show earlier”. */
const eventsAtATime = 200;
const longestLine = 200;
const longestData = 20_000;

export function EventList({
  events,
  isArriving,
  beside,
}: {
  events: ReplyEvent[];
  isArriving: boolean;
  beside: boolean;
}) {
  const { scroller, scrolled, follows, follow } = useFollow(events.length);
  const [pinned, setPinned] = useState<number | null>(null);
  const newest = Math.max(0, events.length - eventsAtATime);
  // While the reader looks at earlier events, none are removed.
  const from = pinned ?? newest;
  return (
    <section
      aria-label="Events"
      className={`relative min-w-0 border-line ${beside ? 'border-t border-dashed @2xl:border-t-0 @2xl:border-l' : ''}`}
    >
      <div className="flex min-h-7 items-center justify-between gap-2 px-4 pt-4 pb-2">
        <h3 className="text-sm font-medium">
          Events <span className="font-normal text-quiet tabular-nums">{groupedNumber(events.length)}</span>
        </h3>
      </div>
      <div
        ref={scroller}
        onScroll={() => setPinned(scrolled() ? null : from)}
        role="region"
        aria-label="List of events"
        tabIndex={0}
        className="max-h-100 overflow-auto border-t border-line beside:max-h-[clamp(8rem,calc(100dvh-36rem),25rem)]"
      >
        {from > 0 && (
          <p className="p-2 text-center">
            <button
              type="button"
              className={quietButton}
              onClick={() => setPinned(Math.max(0, from - eventsAtATime))}
            >
              Show earlier events
            </button>
          </p>
        )}
        <ol start={from + 1} className="divide-y divide-line">
          {events.slice(from).map((event, index) => (
            <EventRow key={from + index} event={event} number={from + index + 1} />
          ))}
        </ol>
      </div>
      {!follows && isArriving && <FollowButton follow={follow} />}
    </section>
  );
}

const EventRow = memo(function EventRow({ event, number }: { event: ReplyEvent; number: number }) {
  const isError = event.event === 'error';
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-7 cursor-pointer items-baseline gap-2 px-4 py-1 font-mono text-xs -outline-offset-2 hover:bg-sunk">
          <span className="w-8 shrink-0 text-right text-quiet tabular-nums">{number}</span>
          {event.event !== 'message' && (
            <span className={`max-w-32 shrink-0 truncate ${isError ? 'text-bad' : 'text-accent'}`}>
              {event.event}
            </span>
          )}
          <span className="min-w-0 truncate">{event.data.slice(0, longestLine)}</span>
        </summary>
        <div className="px-4 pb-2 pl-14">
          {event.id !== undefined && <p className="text-xs wrap-anywhere text-quiet">id {event.id}</p>}
          <p className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{shownData(event.data)}</p>
        </div>
      </details>
    </li>
  );
});

function shownData(data: string): string {
  return data.length > longestData ? `${data.slice(0, longestData)}… View the source for the rest.` : data;
}
