import { useState } from 'react';

/** Thousands of rows can be pasted: so many are drawn at once. */
const BATCH = 100;

export interface DrawnRows {
  /** The first row that is drawn, and the one after the last. */
  from: number;
  to: number;
  showEarlier: () => void;
  showLater: () => void;
  /** Draws a row that is about to get the focus. */
  reach: (row: number) => void;
}

/** The part of a long table that is drawn. */
export function useDrawnRows(count: number): DrawnRows {
  const [{ from: first, to }, setDrawn] = useState({ from: 0, to: BATCH });
  // Rows may have been removed since.
  const from = Math.min(first, Math.max(0, count - BATCH));
  const reach = (row: number) => {
    if (row >= from && row < to) return;
    const isNear = row >= to && row < to + BATCH;
    setDrawn({ from: isNear ? from : Math.max(0, row + 1 - BATCH), to: row + 1 });
  };
  return {
    from,
    to,
    showEarlier: () => setDrawn({ from: Math.max(0, from - BATCH), to }),
    showLater: () => setDrawn({ from, to: to + BATCH }),
    reach,
  };
}
