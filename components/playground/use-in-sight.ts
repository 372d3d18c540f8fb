import { type RefObject, useEffect } from 'react';

/** They begin a shortcut, and do nothing by themselves. */
const modifiers = new Set(['Control', 'Meta', 'Shift', 'Alt']);

/**
 * Brings a place into sight, and keeps it there while it grows, until the reader does something. `run` names what is
 * followed: another one is followed anew; null follows nothing.
 */
export function useInSight(place: RefObject<HTMLElement | null>, run: string | null): void {
  useEffect(() => {
    const { current } = place;
    if (run === null || current === null) return undefined;
    const observer = new ResizeObserver(() => bringIntoSight(current));
    const reader = new AbortController();
    const leave = () => {
      reader.abort();
      observer.disconnect();
    };
    const options = { capture: true, passive: true, signal: reader.signal };
    for (const sign of ['wheel', 'touchmove', 'pointerdown']) window.addEventListener(sign, leave, options);
    const onKey = ({ key, repeat }: KeyboardEvent) => !repeat && !modifiers.has(key) && leave();
    window.addEventListener('keydown', onKey, options);
    observer.observe(current);
    return leave;
  }, [place, run]);
}

/**
 * No further than needed: who sees it already is left where they are. What is taller than the screen shows its top.
 * At once: a smooth scroll that is under way goes on after the reader has turned the wheel.
 */
function bringIntoSight(place: HTMLElement): void {
  // Beside the input it is in a column that scrolls by itself and fits on the screen.
  const column = place.closest<HTMLElement>('[data-column]');
  const shown = column !== null && getComputedStyle(column).display !== 'contents' ? column : place;
  const block = shown.offsetHeight > window.innerHeight ? 'start' : 'nearest';
  shown.scrollIntoView({ block, behavior: 'instant' });
}
