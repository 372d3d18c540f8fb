import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as being there. */
const slackPx = 24;

/** Keeps what grows at its end in sight, until the reader scrolls up; back at the end, it follows again. */
export function useFollow(grown: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (follows && current !== null) current.scrollTop = current.scrollHeight;
  }, [grown, follows]);
  /** Whether it is at its end now. */
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
