/** The part of the page that makes a call, remembers it and shows its result. Loaded when it is first needed. */
export { advanceCall } from '../../lib/view/playground/call-state.ts';
export { CallOutcome } from './call-outcome.tsx';
export { findPending } from './find-pending.ts';
export { keepAnswered } from './keep-answered.ts';
export { closePending, rememberPending } from './pending-call.ts';
export { runCall } from './run-call.ts';
export { wholeInput } from './whole-input.ts';
