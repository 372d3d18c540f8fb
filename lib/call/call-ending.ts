import type { CallOutcome } from './charges.ts';
import type { ProblemCode } from '../problem/problems.ts';

/** How far a call whose credits are held has come. */
export const CALL_PHASES = [
  /** Nothing was sent: the call waits for its turn, or cannot be sent at all. */
  'before-dial',
  'dialling',
  'awaiting-head',
  /** The reply is being read, and the caller has got nothing of it. */
  'buffering',
  /** The head of the reply has gone out to the caller. */
  'streaming',
  /** The reply is complete, and its charge is being written. */
  'settling',
] as const;

export type CallPhase = (typeof CALL_PHASES)[number];

/**
 * How a call ends, by the problem that ended it (null: none) and the phase in which that happened. This alone decides
 * which row of the charge table applies. Every problem that has no row is the portal's or its operator's doing (its
 * stop, its limits, its credential, its own failure): such a call is `refused`, and that never costs anything.
 */
export function callOutcome(problem: ProblemCode | null, phase: CallPhase): CallOutcome {
  if (problem === null) return 'success';
  // Nobody pays for what was not sent.
  if (phase === 'before-dial') return 'refused';
  if (problem === 'client-gone') return 'clientGone';
  // The upstream cannot have failed what is complete.
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
