import type { CallState } from './call-state.ts';

/** Whether something is on its way, so that no other call may start. */
export function isUnderWay({ phase }: CallState): boolean {
  return phase === 'sending' || phase === 'waiting' || phase === 'renewing' || phase === 'receiving';
}
