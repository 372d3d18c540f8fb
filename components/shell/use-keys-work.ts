import { useSyncExternalStore } from 'react';

/**
 * Whether the scripts of the page run by now, and its listeners listen. Until then a key does nothing, or what the
 * browser does with it: what names its key names it from then on.
 */
export function useKeysWork(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Once they work, they go on working. */
function never(): () => void {
  return () => {};
}
