import type { CallOutcome } from './charges.ts';
import type { ProblemCode } from '../problem/problems.ts';

/** Phases of a call after its hold. */
export const callPhases = [
  /** Nothing was sent yet. The call waits for its turn, or cannot be sent at all. */
  'before-dial',
  'dialling',
  'awaiting-head',
  /** The upstream response is being read. The caller has received nothing. */
  'buffering',
  /** The caller has received the head of the response. */
  'streaming',
  /** The response is complete, and the charge is being written. */
  'settling',
] as const;

export type CallPhase = (typeof callPhases)[number];

/**
 * The outcome of a call, by the problem that ended it (or null) and the phase. It selects the row of the charge table.
 * Problems without a row are faults of the portal or its operator (a stop, a limit, a credential): such a call is
 * `refused`, which always costs nothing.
 */
export function callOutcome(problem: ProblemCode | null, phase: CallPhase): CallOutcome {
  if (problem === null) return 'success';
  if (phase === 'before-dial') return 'refused';
  if (problem === 'client-gone') return 'clientGone';
  // The upstream response is complete, so the upstream did not fail.
  if (phase === 'settling') return 'refused';
  const isMidReply = phase === 'streaming';
  switch (problem) {
    case 'upstream-rejected':
      return isMidReply ? 'refused' : 'upstream4xx';
    case 'upstream-failed':
      return isMidReply ? 'partialStream' : 'upstream5xx';
    case 'upstream-timeout':
      return isMidReply ? 'partialStream' : 'timeout';
    default:
      return 'refused';
  }
}
