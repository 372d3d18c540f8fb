import { loaded } from '../../loaded.ts';

export type CallParts = typeof import('./call-parts.ts');

export function loadCallParts(): Promise<CallParts> {
  return loaded(import('./call-parts.ts'));
}

/** Preloads the code for a likely call. */
export function prepareCall(): void {
  void loadCallParts().catch(toldByTheCall);
}

/** A call loads it again, and reports a failure. */
function toldByTheCall(): void {}
