import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/**
 * What was typed into a control before the scripts of the page ran. React leaves it where nobody is told of it, or
 * writes over it: so it is read before React does, and handed on before a key can call.
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

/** The page comes to life once. */
function subscribe(): () => void {
  return () => {};
}

/** An empty field of a date may hold half of one, and says nothing. */
function textIn(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && !(element.type === 'date' && element.value === '') ? element.value : undefined;
}
