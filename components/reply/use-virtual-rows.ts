import { useCallback, useRef, useState } from 'react';

/** More than fit into the tallest list, so that what is scrolled to is there already. */
const rowsAtOnce = 60;
const rowsBefore = 15;

/** Of a list whose rows are of one height, those that are in sight: however long it is, the page has no more of it. */
export function useVirtualRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const onScroll = useCallback(() => {
    const { current } = scroller;
    if (current === null || count === 0) return;
    const inSight = Math.floor(current.scrollTop / (current.scrollHeight / count));
    // In steps, so that most scrolling renders nothing.
    setFirst(Math.max(0, Math.floor(inSight / rowsBefore) * rowsBefore - rowsBefore));
  }, [count]);
  /** Moves as little as will do, as a browser does for what gets the focus. */
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
