import { type HoldPayload, type released, type settled, type SettlePayload } from '../ledger-changes.ts';
import type { Hold, Release } from '../ledger.ts';
import { answerHead } from './kept-answer.ts';

export function holdPayload(hold: Hold): HoldPayload {
  const { purse, idempotency } = hold;
  return [
    hold.callId,
    purse.id,
    purse.allowance,
    purse.nowMs,
    hold.owner,
    hold.apiKeyKey,
    hold.productKey,
    hold.versionKey,
    hold.credits,
    hold.inputHash,
    hold.input,
    idempotency?.hash ?? null,
    idempotency?.fingerprint ?? null,
    idempotency?.firstHash ?? null,
    hold.memberKey,
  ];
}

export function settlePayload(
  { callKey, nowMs, ending, answer, freesKey = false }: Release,
  state: typeof settled | typeof released,
  charged: number,
): SettlePayload {
  const head = answer && answerHead(answer);
  return [callKey, state, charged, nowMs, JSON.stringify(ending), head, answer?.body ?? null, freesKey];
}
