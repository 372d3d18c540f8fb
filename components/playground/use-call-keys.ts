import { useEffectEvent, useLayoutEffect } from 'react';

/** Ctrl or ⌘ with Enter calls from anywhere, also from an editor. The listener is added before the first paint. */
export function useCallKeys(isOpen: boolean, start: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) start();
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [isOpen]);
}
