import { useState } from 'react';

/** Rows that are rendered at once: thousands can be pasted. */
const batch = 100;

export interface RenderedRows {
  /** The first rendered row, and the one after the last. */
  from: number;
  to: number;
  showEarlier: () => void;
  showLater: () => void;
  /** Renders a row that is about to get the focus. */
  reach: (row: number) => void;
}

/** The rendered part of a long table. */
export function useRenderedRows(count: number): RenderedRows {
  const [{ from: first, to }, setDrawn] = useState({ from: 0, to: batch });
  // Rows may have been removed since.
  const from = Math.min(first, Math.max(0, count - batch));
  const reach = (row: number) => {
    if (row >= from && row < to) return;
    const isNear = row >= to && row < to + batch;
    setDrawn({ from: isNear ? from : Math.max(0, row + 1 - batch), to: row + 1 });
  };
  return {
    from,
    to,
    showEarlier: () => setDrawn({ from: Math.max(0, from - batch), to }),
    showLater: () => setDrawn({ from, to: to + batch }),
    reach,
  };
}
