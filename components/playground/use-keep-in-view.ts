import { type RefObject, useEffect } from 'react';

/** Modifier keys alone are no action of the reader. */
const modifiers = new Set(['Control', 'Meta', 'Shift', 'Alt']);

/**
 * Scrolls an element into view, and follows it while it grows until the reader does something. A new `run` follows
 * again; null follows nothing.
 */
export function useKeepInView(place: RefObject<HTMLElement | null>, run: string | null): void {
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
 * Scrolls no further than needed. An element taller than the screen shows its top. A smooth scroll would continue after
 * the reader turned the wheel.
 */
function bringIntoSight(place: HTMLElement): void {
  // Beside the input it is in a column that scrolls separately.
  const column = place.closest<HTMLElement>('[data-column]');
  const shown = column !== null && getComputedStyle(column).display !== 'contents' ? column : place;
  const block = shown.offsetHeight > window.innerHeight ? 'start' : 'nearest';
  shown.scrollIntoView({ block, behavior: 'instant' });
}
