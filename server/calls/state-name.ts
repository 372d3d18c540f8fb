import { callStates, type CallState } from '../../lib/receipt/receipt.ts';

/** The name of a state that is stored as a number. */
export function stateName(state: number): CallState {
  const name = callStates[state];
  if (name === undefined) throw new Error(`A call is in state ${state}, which does not exist.`);
  return name;
}
