import { newCallId } from '../calls/call-id.ts';
import type { Balance } from '../store/ledger.ts';

/** What a call cost that was refused before it cost anything. */
export function unchargedHeaders(callId = newCallId(Date.now())): Record<string, string> {
  return { 'farebox-call-id': callId, 'farebox-credits-charged': '0' };
}

/** What a call cost, on every answer of it. */
export function creditHeaders(
  callId: string,
  charged: number,
  { available }: Pick<Balance, 'available'>,
): Record<string, string> {
  return {
    'farebox-call-id': callId,
    'farebox-credits-charged': String(charged),
    'farebox-credits-balance': String(available),
  };
}
