import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import { invalidKey, type Caller } from '../callers/caller.ts';
import type { HoldResult, IdempotencyKey } from '../store/ledger.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import { WriterError } from '../store/writer.ts';
import { answerOfEarlier, otherCall } from './earlier-answer.ts';
import { fingerprintOf } from './idempotency.ts';
import type { PreparedCall } from './prepare-call.ts';

type Held = Extract<HoldResult, { outcome: 'held' }>;

/** Takes the credits, or says why not; where the call was made before under its key, gives the answer of then. */
export async function takeHold(
  { store }: Context,
  callId: string,
  caller: Caller,
  call: PreparedCall,
  key: IdempotencyKey | null,
  nowMs: number,
): Promise<Held | BufferedResponse> {
  const result = await store.ledger
    .hold({
      callId,
      purse: { id: caller.purse, allowance: caller.allowance, nowMs },
      owner: caller.owner,
      apiKeyKey: caller.apiKey?.key ?? null,
      productKey: call.product.key,
      versionKey: call.product.versionKey,
      credits: call.quoted,
      inputHash: call.inputHash,
      // Only its owner may read it.
      input: caller.owner === null ? null : call.kept,
      idempotency: key && { ...key, fingerprint: fingerprintOf(call.version, call.inputHash) },
    })
    .catch((error: unknown) => refuseUnwritten(callId, error));
  return result.outcome === 'held' ? result : replayed(result, call);
}

function refuseUnwritten(callId: string, error: unknown): never {
  if (!(error instanceof WriterError)) throw error;
  log('error', 'call-not-held', { callId, code: error.code, error: error.message });
  throw storageProblem(error);
}

/** Nothing was dialled and nothing is charged: whoever waits a moment may simply try again. */
function storageProblem({ code }: WriterError): Problem {
  const why =
    code === 'queue-full' ? 'Too many calls are waiting to be recorded.' : 'The ledger cannot be written.';
  return new Problem('unavailable', `${why} The call was not made, and nothing was charged.`, [], {
    'retry-after': '1',
  });
}

function replayed(result: Exclude<HoldResult, Held>, { quoted }: PreparedCall): BufferedResponse {
  switch (result.outcome) {
    case 'done':
    case 'in-flight':
    case 'unknown':
      return answerOfEarlier(result);
    case 'key-revoked':
      throw invalidKey();
    case 'insufficient':
      throw new Problem(
        'insufficient-credits',
        `The call needs ${quoted} credits, but only ${result.balance.available} are available.`,
        [],
        { 'farebox-credits-balance': String(result.balance.available) },
        { balance: result.balance.available, required: quoted },
      );
    case 'over-cap':
      throw new Problem(
        'over-cap',
        `The API key can spend ${result.cap} credits ${capWords[result.period]}. ${result.spent} are spent or on hold, and this call needs ${quoted}.`,
        [],
        {},
        { cap: result.cap, spent: result.spent, required: quoted },
      );
    case 'other-call':
      throw otherCall(result.callId);
  }
}

const capWords = { day: 'per day', month: 'per month', total: 'in total' };
