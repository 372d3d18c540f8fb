import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/**
 * Picks up text typed into a control before hydration, which React ignores or overwrites. Reads it before React does,
 * and reports it before a key can start a call.
 */
export function useEarlyText(id: string, text: string, change: (typed: string) => void): void {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [early] = useState(() => (isHydrating ? textIn(id) : undefined));
  const tell = useEffectEvent(() => {
    const written = text.replaceAll(/\r\n?/g, '\n');
    const typed = [textIn(id), early].find((one) => one !== undefined && one !== written);
    if (early !== undefined && typed !== undefined) change(typed);
  });
  useLayoutEffect(() => tell(), []);
}

/** Hydration happens once. */
function subscribe(): () => void {
  return () => {};
}

/** A date input with half a date has an empty value. */
function textIn(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && !(element.type === 'date' && element.value === '') ? element.value : undefined;
}
