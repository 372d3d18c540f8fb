import { isJsonObject } from '../../json/json.ts';

/** What a stream cost, by the comment that closes it; null where it ended without one. */
export function chargeOfReceipt(receipt: unknown): number | null {
  if (!isJsonObject(receipt)) return null;
  const { charged } = receipt;
  return typeof charged === 'number' && Number.isSafeInteger(charged) && charged >= 0 ? charged : null;
}
