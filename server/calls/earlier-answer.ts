import { Problem } from '../../lib/problem.ts';
import type { Prepared } from '../answer.ts';
import type { Principal } from '../callers/principal.ts';
import type { EarlierCall, EarlierResult, IdempotencyKey } from '../ledger/ledger.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { validInputHash } from '../inputs/prepare-input.ts';
import { portal } from '../portal.ts';
import { readVersion } from '../products/compiled-version.ts';
import { creditHeaders } from './credit-headers.ts';
import { fingerprintOf } from './idempotency.ts';

/**
 * What became of the call that was made under an idempotency key, told to whoever sends it again though it would be
 * refused today: the product may be offline or published anew, and its quote may have ended. Undefined where there is
 * none.
 */
export async function earlierAnswer(
  key: IdempotencyKey,
  { owner, purse, allowance }: Principal,
  given: GivenInput,
  nowMs: number,
): Promise<Prepared | undefined> {
  const earlier = await portal().ledger.findEarlier(key, owner, { id: purse, allowance, nowMs });
  if (!earlier) return undefined;
  if (await isSameCall(earlier, given)) return answerOfEarlier(earlier.result());
  throw otherCall(earlier.callId);
}

/** As the version reads the input that the call was made with: another one may have other fields and defaults. */
async function isSameCall({ versionKey, fingerprint }: EarlierCall, given: GivenInput): Promise<boolean> {
  const version = await readVersion(versionKey);
  const inputHash =
    'value' in given
      ? validInputHash(version, given.value)
      : await portal().inputThreads.hash(version, given);
  return inputHash !== undefined && fingerprintOf(version, inputHash) === fingerprint;
}

/** The same bytes, where the call is done and they were kept. */
export function answerOfEarlier(result: EarlierResult): Prepared {
  if (result.outcome === 'done') return doneAnswer(result);
  if (result.outcome === 'in-flight') {
    const detail = 'The call with this Idempotency-Key is still under way.';
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
}: Extract<EarlierResult, { outcome: 'done' }>): Prepared {
  if (answer === null) {
    throw new Problem(
      'replay-unavailable',
      `The call with this Idempotency-Key is done and cost ${charged} credits; its answer was not kept: it was too large or a stream, or much is kept for you already.`,
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
