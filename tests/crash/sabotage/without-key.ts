import type { HoldPayload } from '../../../server/store/ledger-changes.ts';

/** The same hold as one without an idempotency key. */
export function withoutKey(hold: HoldPayload): HoldPayload {
  const [callId, purseId, allowance, nowMs, owner, apiKeyKey, productKey, versionKey, credits, inputHash] =
    hold;
  const call = [callId, purseId, allowance, nowMs, owner, apiKeyKey, productKey, versionKey] as const;
  return [...call, credits, inputHash, hold[10], null, null, null, hold[14]];
}
