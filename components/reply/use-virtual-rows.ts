import { useCallback, useRef, useState } from 'react';

/** Extra rows outside the view, for scrolling. */
const rowsAtOnce = 60;
const rowsBefore = 15;

/** Renders only the visible rows of a list, which all have the same height. */
export function useVirtualRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const onScroll = useCallback(() => {
    const { current } = scroller;
    if (current === null || count === 0) return;
    const inSight = Math.floor(current.scrollTop / (current.scrollHeight / count));
    // In steps, so that most scroll events cause no render.
    setFirst(Math.max(0, Math.floor(inSight / rowsBefore) * rowsBefore - rowsBefore));
  }, [count]);
  /** Scrolls no further than needed. */
  const reveal = useCallback(
    (index: number) => {
      const { current } = scroller;
      if (current === null || count === 0) return;
      const height = current.scrollHeight / count;
      const top = index * height;
      if (top < current.scrollTop) current.scrollTop = top;
      else if (top + height > current.scrollTop + current.clientHeight)
        current.scrollTop = top + height - current.clientHeight;
    },
    [count],
  );
  const start = Math.min(first, Math.max(0, count - 1));
  return { scroller, onScroll, reveal, start, end: Math.min(count, start + rowsAtOnce) };
}
