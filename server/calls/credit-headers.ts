import type { Balance } from '../ledger/ledger.ts';

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
