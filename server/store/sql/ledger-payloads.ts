import type { HoldRequest } from '../../../lib/ledger/decide-hold.ts';
import type { SettleRequest } from '../../../lib/ledger/decide-settle.ts';
import type { released, settled } from '../../../lib/ledger/earlier-call.ts';
import type { HoldPayload, SettlePayload, Hold, Release } from '../ledger.ts';
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

/** What a hold is decided on. */
export function requestOfHold(payload: HoldPayload): HoldRequest {
  const [
    ,
    id,
    allowance,
    nowMs,
    owner,
    apiKeyKey,
    productKey,
    versionKey,
    credits,
    ,
    input,
    hash,
    fingerprint,
    ...rest
  ] = payload;
  const [firstHash, memberKey] = rest;
  return {
    purse: { id, allowance, nowMs },
    owner,
    apiKeyKey,
    memberKey,
    ...{ productKey, versionKey, credits },
    idempotency: hash === null ? null : { hash, fingerprint: fingerprint ?? '', firstHash },
    inputBytes: input === null ? null : Buffer.byteLength(input),
  };
}

/** What a settlement is decided on. */
export function requestOfSettlement(payload: SettlePayload): SettleRequest {
  const [callKey, state, charged, nowMs, , head, body, freesKey] = payload;
  const answerBytes = head === null ? null : Buffer.byteLength(head) + (body?.byteLength ?? 0);
  return { callKey, state, charged, nowMs, answerBytes, freesKey };
}
