import type { CallState } from '../../../lib/view/playground/call-state.ts';

/** A call as its result shows it: its state, and how a person goes on from there. */
export interface ShownCall {
  state: CallState;
  /** Tries again with the same key. */
  again: () => void;
  /** Accepts a higher price. */
  accept: () => void;
}
