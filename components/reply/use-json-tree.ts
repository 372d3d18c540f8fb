import { useCallback, useLayoutEffect, useMemo, useState, useRef } from 'react';
import {
  type JsonDocument,
  type JsonRow,
  jsonRows,
  keyOf,
  keysTo,
  openUpTo,
} from '../../lib/view/reply/json-document.ts';

/** Rows that are open at first: a small document is open completely. */
const rowsAtFirst = 250;
/** “Open all” opens as many levels as fit into this many rows. */
const mostRows = 20_000;

/** Which values of a document are open, which row is active, and which rows are in view. */
export function useJsonTree(document: JsonDocument) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openUpTo(document, rowsAtFirst, 'first'));
  const [selected, setSelected] = useState({ key: '0', toReveal: false });
  const rows = useMemo(() => jsonRows(document, open), [document, open]);
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const { scroller, onScroll, reveal, start, end } = useVirtualRows(rows.length);
  const activeIndex = indexes.get(selected.key) ?? 0;
  const active = rows[activeIndex];

  useLayoutEffect(() => {
    if (selected.toReveal) reveal(activeIndex);
  }, [selected, activeIndex, reveal]);

  const goTo = useCallback(
    (node: number) => {
      setOpen((before) => new Set([...before, ...keysTo(document, node)]));
      setSelected({ key: keyOf(node), toReveal: true });
    },
    [document],
  );
  const toggle = ({ key, opens }: JsonRow) => {
    if (opens) setOpen((before) => toggled(before, key));
  };
  const inSight = rows.slice(start, end);
  const isOutOfSight = activeIndex < start || activeIndex >= end;
  return {
    rows,
    open,
    active,
    activeIndex,
    scroller,
    onScroll,
    goTo,
    toggle,
    // The active row is always rendered: screen readers find it by its id.
    shown: active !== undefined && isOutOfSight ? [active, ...inSight] : inSight,
    indexOf: (row: JsonRow) => indexes.get(row.key) ?? 0,
    choose: (key: string, toReveal: boolean) => setSelected({ key, toReveal }),
    openMore: (keys: string[]) => setOpen((before) => new Set([...before, ...keys])),
    openAll: () => setOpen(openUpTo(document, mostRows, 'all')),
    closeAll: () => {
      setOpen(new Set());
      setSelected({ key: '0', toReveal: true });
    },
  };
}

function toggled(before: ReadonlySet<string>, key: string): Set<string> {
  const after = new Set(before);
  if (!after.delete(key)) after.add(key);
  return after;
}

/** Extra rows outside the view, for scrolling. */
const rowsAtOnce = 60;
const rowsBefore = 15;

/** Renders only the visible rows of a list, which all have the same height. */
function useVirtualRows(count: number) {
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
