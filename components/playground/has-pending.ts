import { withStorage } from '../with-storage.ts';

/** The storage key of the call that this tab waits for. */
export function pendingKey(slug: string): string {
  return `farebox.pending.${slug}`;
}

/** Whether such a call is stored. The code that reads it is loaded only then. */
export function hasPending(slug: string): boolean {
  return Boolean(withStorage('sessionStorage', (storage) => storage.getItem(pendingKey(slug))));
}
