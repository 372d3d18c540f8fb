import { withStorage } from '../with-storage.ts';

const key = 'farebox.called';

/** Whether this browser made a call before. Most visitors have not. */
export function hasCalledBefore(): boolean {
  return withStorage('localStorage', (storage) => storage.getItem(key)) === 'yes';
}

export function rememberCalled(): void {
  withStorage('localStorage', (storage) => storage.setItem(key, 'yes'));
}
