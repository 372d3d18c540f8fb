'use client';

import { memo, useState, useCallback, useLayoutEffect, useRef } from 'react';
import { type ReplyEvent, joinedText } from '../../lib/reply/event-reader.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { problemCodeOf } from '../../lib/view/reply/reply-kind.ts';
import { quietButton } from '../shell/buttons.tsx';
import { CopyButton } from '../shell/copy-button.tsx';

/** The joined text of the events, and the list of events, while they arrive. */
export function EventsViewer({ events, isArriving }: { events: ReplyEvent[]; isArriving: boolean }) {
  const text = joinedText(events);
  const failure = events.findLast(({ event }) => event === 'error');
  return (
    <div>
      {failure !== undefined && <StreamFailure data={failure.data} />}
      <div className={`grid ${text === null ? '' : '@2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'}`}>
        {text !== null && (
          <section aria-label="Text of the events" className="flex min-w-0 flex-col p-4">
            <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
              <h3 className="text-sm font-medium">Text</h3>
              <CopyButton label="Copy text" text={() => text} />
            </div>
            <LiveText text={text} isArriving={isArriving} />
          </section>
        )}
        <EventList events={events} isArriving={isArriving} beside={text !== null} />
      </div>
    </div>
  );
}

const longestData = 500;

/** An error event of a stream, from the portal or from the API. */
export function StreamFailure({ data }: { data: string }) {
  const code = problemCodeOf(data);
  return (
    <p className="border-b border-dashed border-line bg-accent-soft px-4 py-2 text-sm wrap-anywhere">
      <strong className="mr-2 font-semibold text-bad">Error</strong>
      {code === null ? (
        <>
          The API reported an error in the stream:{' '}
          <code className="font-mono text-xs">{data.slice(0, longestData)}</code>
        </>
      ) : (
        <>
          The reply broke off:{' '}
          <a href={`/problems/${code}`} className="text-accent underline underline-offset-4">
            {code}
          </a>
        </>
      )}
    </p>
  );
}

/** Only the end of a growing text is rendered. */
const mostCharacters = 100_000;

export function LiveText({ text, isArriving }: { text: string; isArriving: boolean }) {
  const { scroller, scrolled, follows, follow } = useFollow(text);
  const isLong = text.length > mostCharacters;
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={scrolled}
        role="region"
        aria-label="Text of the reply"
        tabIndex={0}
        className="max-h-100 overflow-auto leading-7 beside:max-h-[clamp(8rem,calc(100dvh-36rem),25rem)] whitespace-pre-wrap wrap-anywhere"
      >
        {isLong && <p className="text-sm text-quiet">Only the end is shown. Copying copies all of it.</p>}
        {isLong ? text.slice(-mostCharacters) : text}
        {isArriving && (
          <span aria-hidden className="ml-0.5 inline-block h-[1.1em] w-[0.5ch] bg-accent align-text-bottom" />
        )}
      </div>
      {!follows && isArriving && <FollowButton follow={follow} />}
    </div>
  );
}

/** Events that are rendered at first, and with each press of “Show earlier”. */
const eventsAtATime = 200;
const longestLine = 200;
const longestShownData = 20_000;

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
  return data.length > longestShownData
    ? `${data.slice(0, longestShownData)}… View the source for the rest.`
    : data;
}

export function FollowButton({ follow }: { follow: () => void }) {
  return (
    <button
      type="button"
      onClick={follow}
      className="absolute right-3 bottom-2 min-h-7 rounded-full border border-line bg-card px-3 text-sm shadow-sm hover:bg-sunk"
    >
      Follow the end
    </button>
  );
}

/** This close to the end counts as at the end. */
const slackPx = 24;

/** Keeps the end of growing content in view until the reader scrolls up. Scrolling to the end resumes. */
export function useFollow(grown: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (follows && current !== null) current.scrollTop = current.scrollHeight;
  }, [grown, follows]);
  const scrolled = useCallback((): boolean => {
    const { current } = scroller;
    if (current === null) return true;
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight <= slackPx;
    setFollows(isAtEnd);
    return isAtEnd;
  }, []);
  const follow = useCallback(() => setFollows(true), []);
  return { scroller, scrolled, follows, follow };
}
