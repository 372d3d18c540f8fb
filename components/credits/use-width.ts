import { type RefObject, useEffect, useState } from 'react';

/** Until it is known; its height is fixed, so that nothing moves. */
const assumed = 720;

/** How wide an element is, in pixels: what is drawn in it then keeps the size of its letters. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(assumed);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? assumed)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
