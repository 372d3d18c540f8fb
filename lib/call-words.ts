import { groupedNumber } from './grouped-number.ts';
import type { CallOutcome } from './charges.ts';
import type { CallState } from './receipt.ts';

/** States as a person reads them. */
export const stateWords: Record<CallState, string> = {
  dispatched: 'Under way',
  settled: 'Charged',
  released: 'Not charged',
  unknown: 'Outcome unknown',
};

export const outcomeWords: Record<CallOutcome, string> = {
  success: 'Success',
  upstream4xx: 'The API rejected the input',
  upstream5xx: 'The API failed',
  timeout: 'The API took too long',
  clientGone: 'The caller went away',
  partialStream: 'The stream broke off',
  refused: 'The portal ended it',
};

/** What a call cost that failed. */
export function chargeSentence(charged: number): string {
  return charged > 0 ? `${charged} credits were charged, as the charge table says.` : 'Nothing was charged.';
}

export function creditsText(credits: number): string {
  return `${groupedNumber(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`;
}
