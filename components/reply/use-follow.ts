import { useCallback, useLayoutEffect, useRef, useState } from 'react';

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
