import { creditsText } from '../text/numbers.ts';
import type { CallOutcome } from './charges.ts';
import type { CallState } from '../receipt/receipt.ts';

export const stateWords: Record<CallState, string> = {
  dispatched: 'Running',
  settled: 'Charged',
  released: 'Not charged',
  unknown: 'Outcome unknown',
};

export const outcomeWords: Record<CallOutcome, string> = {
  success: 'Success',
  upstream4xx: 'The API rejected the input',
  upstream5xx: 'The API failed',
  timeout: 'The API took too long',
  clientGone: 'The caller disconnected',
  partialStream: 'The reply broke off',
  refused: 'The portal ended the call',
};

/** Reasons why the portal ended a call, by problem code. */
const refusedWords: Record<string, string> = {
  'egress-blocked': 'The address of the API is blocked',
  'not-settled': 'The call could not be recorded',
  'portal-stopped': 'The portal stopped',
  'upstream-auth': "The API rejected the portal's credential",
  'upstream-busy': 'The API was busy',
  'upstream-redirect': 'The API redirected the request',
  'upstream-too-large': 'The reply was too large',
  'upstream-unreadable': 'The reply could not be metered',
};

interface CallEnding {
  /** One of `outcomeWords`. Unknown ones are shown unchanged. */
  outcome: string;
  problem: string | null;
  upstreamStatus: number | null;
}

/** Explains how a call ended, with the upstream status if it was the reason. */
export function endingText({ outcome, problem, upstreamStatus }: CallEnding): string {
  const words = (outcome === 'refused' && refusedWords[problem ?? '']) || wordsOf(outcome);
  return upstreamStatus === null || upstreamStatus < 300 ? words : `${words} (${upstreamStatus})`;
}

function wordsOf(outcome: string): string {
  const known: Record<string, string> = outcomeWords;
  return known[outcome] ?? outcome;
}

/** The cost of a failed call. */
export function chargeSentence(charged: number): string {
  return charged > 0
    ? `${creditsText(charged)} ${charged === 1 ? 'was' : 'were'} charged, as the charge table says.`
    : 'Nothing was charged.';
}
