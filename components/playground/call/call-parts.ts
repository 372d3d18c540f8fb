/** Makes a call, stores it and shows its result. Loaded on demand. */
export { advanceCall } from '../../../lib/view/playground/advance-call.ts';
export { CallOutcome } from './call-outcome.tsx';
export { findPending } from './pending-call.ts';
export { saveFinishedCall } from './save-finished-call.ts';
export { closePending, rememberPending } from './pending-call.ts';
export { runCall } from './run-call.ts';
export { wholeInput } from '../input/inputs.ts';
