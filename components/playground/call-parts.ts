/** What a page needs once somebody calls: what makes the call, remembers it, and shows its result. */
export { advanceCall } from '../../lib/playground/call-state.ts';
export { CallOutcome } from './call-outcome.tsx';
export { findPending } from './find-pending.ts';
export { keepAnswered } from './keep-answered.ts';
export { closePending, rememberPending } from './pending-call.ts';
export { runCall } from './run-call.ts';
export { wholeInput } from './whole-input.ts';
