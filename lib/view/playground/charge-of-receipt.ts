import { isJsonObject } from '../../json/json.ts';

/** The cost of a stream from its closing comment; null without one. */
export function chargeOfReceipt(receipt: unknown): number | null {
  if (!isJsonObject(receipt)) return null;
  const { charged } = receipt;
  return typeof charged === 'number' && Number.isSafeInteger(charged) && charged >= 0 ? charged : null;
}
