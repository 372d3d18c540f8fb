import type { CallState } from './call-state.ts';

/** Whether a call is running, so that no other may start. */
export function isCallRunning({ phase }: CallState): boolean {
  return phase === 'sending' || phase === 'waiting' || phase === 'renewing' || phase === 'receiving';
}
