import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Caller } from '../callers/caller.ts';
import type { EarlierCall, EarlierResult, IdempotencyKey } from '../store/ledger.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { inlineOrOnThread } from '../inputs/inline-budget.ts';
import { validInputHash } from '../inputs/prepare-input.ts';
import type { Context } from '../portal/context.ts';
import { readVersion } from '../products/compiled-version.ts';
import type { AskedCall } from './begin-call.ts';
import { creditHeaders } from '../http/credit-headers.ts';
import { fingerprintOf } from './idempotency.ts';

/**
 * Answers a call that is sent again under its idempotency key, though it would be refused today: the product may be
 * offline or published anew, and its quote may have ended. Undefined where no call was made under the key.
 */
export async function earlierAnswer(
  context: Context,
  { key, caller, startedMs }: { key: IdempotencyKey; caller: Caller; startedMs: number },
  given: GivenInput,
): Promise<BufferedResponse | undefined> {
  const earlier = await findEarlier(context, key, caller, startedMs);
  if (!earlier) return undefined;
  if (await isSameCall(context, earlier, given)) return answerOfEarlier(earlier.result());
  throw otherCall(earlier.callId);
}

function findEarlier(
  { store }: Context,
  key: IdempotencyKey,
  { owner, purse, allowance }: Caller,
  nowMs: number,
): Promise<EarlierCall | undefined> {
  return store.ledger.findEarlier(key, owner, { id: purse, allowance, nowMs });
}

/**
 * The most bytes that the body of a call may have: as many as the product allows or, where it is sent again, as many as
 * it allowed the first time.
 */
export async function mostBodyBytes(
  context: Context,
  { key, caller, product, startedMs }: AskedCall,
  announcedBytes: number | null,
): Promise<number> {
  const { limits } = await readVersion(context, product.versionKey);
  const isSmall = announcedBytes !== null && announcedBytes <= limits.bodyBytes;
  if (key === null || isSmall) return limits.bodyBytes;
  const earlier = await findEarlier(context, key, caller, startedMs);
  if (!earlier) return limits.bodyBytes;
  const { limits: before } = await readVersion(context, earlier.versionKey);
  return Math.max(limits.bodyBytes, before.bodyBytes);
}

/** Reads the input by the version of the first call: another version may have other fields and defaults. */
async function isSameCall(
  context: Context,
  { versionKey, fingerprint }: EarlierCall,
  given: GivenInput,
): Promise<boolean> {
  const version = await readVersion(context, versionKey);
  const inputHash = await inlineOrOnThread(
    given,
    (value, budget) => validInputHash(version, value, budget),
    () => context.inputThreads.hash(version, given),
  );
  return inputHash !== undefined && fingerprintOf(version, inputHash) === fingerprint;
}

/** The same bytes, where the call is done and they were kept. */
export function answerOfEarlier(result: EarlierResult): BufferedResponse {
  if (result.outcome === 'done') return doneAnswer(result);
  if (result.outcome === 'in-flight') {
    const detail = 'The call with this Idempotency-Key is still running.';
    throw keyProblem('call-in-flight', detail, result.callId, { 'retry-after': '1' });
  }
  throw keyProblem(
    'outcome-unknown',
    'The portal ended in the middle of the call with this Idempotency-Key. Nothing was charged for it, and it is not made again.',
    result.callId,
  );
}

export function otherCall(callId: string): Problem {
  return keyProblem(
    'idempotency-key-reused',
    'This Idempotency-Key was used with another input. Take a new key for another call.',
    callId,
  );
}

function keyProblem(
  code: 'call-in-flight' | 'idempotency-key-reused' | 'outcome-unknown',
  detail: string,
  callId: string,
  headers: Record<string, string> = {},
): Problem {
  return new Problem(code, detail, [], headers, { callId, receipt: `/api/calls/${callId}` });
}

function doneAnswer({
  answer,
  callId,
  charged,
  balance,
}: Extract<EarlierResult, { outcome: 'done' }>): BufferedResponse {
  if (answer === null) {
    throw new Problem(
      'replay-unavailable',
      `The call with this Idempotency-Key has ended and cost ${charged} credits. Its response was not stored: it was too large, a stream, or over your storage limit.`,
      [],
      creditHeaders(callId, charged, balance),
      { callId, charged, receipt: `/api/calls/${callId}` },
    );
  }
  return {
    status: answer.status,
    headers: {
      ...answer.headers,
      ...creditHeaders(callId, charged, balance),
      'idempotency-replayed': 'true',
    },
    payload: Buffer.from(answer.body),
  };
}
