import { loaded } from '../loaded.ts';

export type CallParts = typeof import('./call-parts.ts');

export function loadCallParts(): Promise<CallParts> {
  return loaded(import('./call-parts.ts'));
}

/** For a call that is likely to come, so that it does not wait. */
export function prepareCall(): void {
  void loadCallParts().catch(toldByTheCall);
}

/** What does not come now is asked for again by the call, which says so where it fails. */
function toldByTheCall(): void {}
