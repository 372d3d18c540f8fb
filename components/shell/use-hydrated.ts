import { useSyncExternalStore } from 'react';

/**
 * Whether the page is hydrated and handles keys. Until then, labels name no keys, and buttons that would lose a click
 * are disabled.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Never changes back. */
function never(): () => void {
  return () => {};
}
