import { Problem } from '../../lib/problem.ts';
import type { Prepared } from '../answer.ts';
import type { Principal } from '../callers/principal.ts';
import type { Hold, HoldResult } from '../ledger/ledger.ts';
import { log } from '../log.ts';
import { portal } from '../portal.ts';
import { WriterError } from '../writer/writer.ts';
import { creditHeaders } from './credit-headers.ts';
import { keptInput } from './kept-input.ts';
import type { PreparedCall } from './prepare-call.ts';

type Held = Extract<HoldResult, { outcome: 'held' }>;
type Replay = { outcome: 'replay'; answer: Prepared };

/** Takes the credits, or says why not; where the call was made before under its key, gives the answer of then. */
export async function takeHold(
  callId: string,
  caller: Principal,
  call: PreparedCall,
  idempotency: Hold['idempotency'],
  nowMs: number,
): Promise<Held | Replay> {
  const result = await holdDurably({
    callId,
    purse: { id: caller.purse, allowance: caller.allowance, nowMs },
    owner: caller.owner,
    apiKeyKey: caller.apiKey?.key ?? null,
    productKey: call.product.key,
    versionKey: call.product.versionKey,
    credits: call.quoted,
    inputHash: call.inputHash,
    input: keptInput(call),
    idempotency,
  });
  if (result.outcome === 'held') return result;
  return { outcome: 'replay', answer: replayed(result, call) };
}

async function holdDurably(hold: Hold): Promise<HoldResult> {
  try {
    return await portal().ledger.hold(hold);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    log('error', 'call-not-held', { callId: hold.callId, code: error.code, error: error.message });
    throw storageProblem(error);
  }
}

/** Nothing was dialled and nothing is charged: whoever waits a moment may simply try again. */
function storageProblem({ code }: WriterError): Problem {
  const why =
    code === 'queue-full'
      ? 'Too many calls are waiting to be written down.'
      : 'The ledger cannot be written.';
  return new Problem('unavailable', `${why} The call was not made, and nothing was charged.`, [], {
    'retry-after': '1',
  });
}

function replayed(result: Exclude<HoldResult, Held>, { quoted }: PreparedCall): Prepared {
  switch (result.outcome) {
    case 'done':
      return doneAnswer(result);
    case 'insufficient':
      throw new Problem(
        'insufficient-credits',
        `The call needs ${quoted} credits, and ${result.balance.available} are available.`,
        [],
        { 'farebox-credits-balance': String(result.balance.available) },
        { balance: result.balance.available, required: quoted },
      );
    case 'over-cap':
      throw new Problem(
        'over-cap',
        `The API key may spend ${result.cap} credits ${capWords[result.period]}; ${result.spent} are spent or held, and this call needs ${quoted}.`,
        [],
        {},
        { cap: result.cap, spent: result.spent, required: quoted },
      );
    case 'in-flight':
      throw keyProblem('call-in-flight', 'The call with this Idempotency-Key is still under way.', result, {
        'retry-after': '1',
      });
    case 'other-call':
      throw keyProblem(
        'idempotency-key-reused',
        'This Idempotency-Key was used with another input, or before the product changed.',
        result,
      );
    case 'unknown':
      throw keyProblem(
        'outcome-unknown',
        'The portal ended in the middle of the call with this Idempotency-Key. Nothing was charged for it, and it is not made again.',
        result,
      );
  }
}

const capWords = { day: 'a day', month: 'a month', total: 'in all' };

function keyProblem(
  code: 'call-in-flight' | 'idempotency-key-reused' | 'outcome-unknown',
  detail: string,
  { callId }: { callId: string },
  headers: Record<string, string> = {},
): Problem {
  return new Problem(code, detail, [], headers, { callId, receipt: `/api/calls/${callId}` });
}

/** The same bytes, under the same call. */
function doneAnswer({
  answer,
  callId,
  charged,
  balance,
}: Extract<HoldResult, { outcome: 'done' }>): Prepared {
  if (answer === null) {
    throw new Problem(
      'replay-unavailable',
      `The call with this Idempotency-Key is done and cost ${charged} credits; its answer was too large, or a stream, and was not kept.`,
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
