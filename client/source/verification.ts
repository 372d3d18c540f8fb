import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { Receipt } from './receipt.ts';

/** Whether a receipt holds. */
export interface Verification {
  /** The charge follows from the receipt, and one of the given keys signed it. */
  ok: boolean;
  /** Where a value is not what the others come to. */
  differences: { pointer: string; stated: JsonValue; computed: JsonValue; detail: string }[];
  signature: {
    /** Signed by its key, and unchanged since. */
    isValid: boolean;
    /** The key is one of the given ones: the portal's. */
    isTrusted: boolean;
    publicKey: string | null;
  };
}

/**
 * Recomputes a receipt line by line, and checks its signature, without any portal. `keys` are those of the portal
 * (`receiptKeys()`).
 */
export async function verifyReceipt(
  receipt: Receipt | JsonObject,
  keys: readonly string[],
): Promise<Verification> {
  const json = asJson(receipt);
  const { checkSignature, verifyEd25519, verifyReceipt: recompute } = await import('./receipt-rules.ts');
  const recomputed = recompute(json);
  const differences = recomputed.ok ? [] : recomputed.differences;
  if (!isJsonObject(json)) return { ok: false, differences, signature: unsigned };
  const { holds, publicKey } = await checkSignature(json, verifyEd25519);
  const isTrusted = publicKey !== null && keys.includes(publicKey);
  const signature = { isValid: holds, isTrusted, publicKey };
  return { ok: differences.length === 0 && holds && isTrusted, differences, signature };
}

const unsigned = { isValid: false, isTrusted: false, publicKey: null };

/** Guaranteed by where receipts come from: all of them were JSON. */
function asJson(receipt: Receipt | JsonObject): JsonValue {
  return receipt as JsonValue;
}
