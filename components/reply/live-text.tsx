'use client';

import { FollowButton } from './follow-button.tsx';
import { useFollow } from './use-follow.ts';

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
