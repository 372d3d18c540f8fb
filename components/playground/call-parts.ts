/** What makes a call, and what is seen of it from then on. */
export { CallOutcome } from './call-outcome.tsx';
export { keepAnswered } from './keep-answered.ts';
export { runCall } from './run-call.ts';
