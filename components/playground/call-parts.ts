/** What makes a call, and what is seen of it from then on. */
export { TornStub } from '../ticket/torn-stub.tsx';
export { CallOutcome } from './call-outcome.tsx';
export { runCall } from './run-call.ts';
