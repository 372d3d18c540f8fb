'use client';

import { joinedText } from '../../lib/reply/joined-text.ts';
import type { ReplyEvent } from '../../lib/reply/event-reader.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { EventList } from './event-list.tsx';
import { LiveText } from './live-text.tsx';
import { StreamFailure } from './stream-failure.tsx';

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
