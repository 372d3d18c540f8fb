import { hash } from 'node:crypto';
import type { IdempotencyKey } from '../../lib/ledger/earlier-call.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { countOf } from '../../lib/text/numbers.ts';
import type { Caller } from '../callers/caller.ts';
import { forOperators } from '../callers/find-audience.ts';
import type { Context } from '../context.ts';
import { validInputHash } from '../inputs/prepare-input.ts';
import { type GivenInput, inlineOrOnThread } from '../inputs/read-json-object.ts';
import { readVersion, type CompiledVersion } from '../products/compiled-version.ts';
import { findProduct, requireProduct } from '../products/find-product.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import type { EarlierCall, EarlierResult, KeptAnswer } from '../store/ledger.ts';
import type { Answer, CallClient, CallCost, IdentifiedCall, FoundCall, HeldCall } from './call-request.ts';

/** Two calls are the same if their caller, product and key are. */
export function idempotencyKeyOf(
  key: string,
  { kind, idempotencyScope: scope, purse }: Caller,
  product: Pick<ProductRecord, 'id'>,
): IdempotencyKey {
  requireIdempotencyKey(key);
  const hashIn = (whose: string) => sha256(JSON.stringify([whose, product.id, key]));
  // A browser gets its cookie with the answer to its first call, which was identified by its network.
  return { hash: hashIn(scope), firstHash: kind === 'guest' && scope !== purse ? hashIn(purse) : null };
}

const visible = /^[\x21-\x7e]{1,255}$/;

/** Refuses a malformed `Idempotency-Key`. */
export function requireIdempotencyKey(key: string): void {
  if (visible.test(key)) return;
  throw new Problem(
    'idempotency-key-invalid',
    'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.',
  );
}

/** Two calls with one key but different fingerprints are different calls. */
export function fingerprintOf(version: Pick<CompiledVersion, 'hash'>, inputHash: string): string {
  return sha256(`${version.hash} ${inputHash}`);
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The result of the call that was made before with the same idempotency key. */
export interface EarlierAnswer {
  cost: CallCost;
  answer: Answer;
  /** Says why the stored answer is not at hand; null if it is. */
  problem: ProblemCode | null;
}

export function findEarlierCall(
  { store }: Context,
  { caller, startedMs }: Pick<IdentifiedCall, 'caller' | 'startedMs'>,
  key: IdempotencyKey,
): Promise<EarlierCall | undefined> {
  const { owner, purse, allowance } = caller;
  return store.ledger.findEarlier(key, owner, { id: purse, allowance, nowMs: startedMs });
}

/** The product of a call. A hidden one is found by a caller who called it with the same key: they paid for the answer. */
export function productOfCall(
  context: Context,
  caller: Caller,
  name: string,
  idempotencyKey: string | null,
): ProductRecord | Promise<ProductRecord> {
  const seen = findProduct(context, name);
  if (seen && !(seen instanceof Promise)) return seen;
  return lookedUp(context, caller, { name, idempotencyKey, seen });
}

interface LookUp {
  name: string;
  idempotencyKey: string | null;
  seen: ReturnType<typeof findProduct>;
}

async function lookedUp(
  context: Context,
  caller: Caller,
  { name, idempotencyKey, seen: looked }: LookUp,
): Promise<ProductRecord> {
  const seen = await looked;
  if (seen) return seen;
  if (idempotencyKey !== null && visible.test(idempotencyKey)) {
    const hidden = await findProduct(forOperators(context), name);
    const key = hidden && idempotencyKeyOf(idempotencyKey, caller, hidden);
    if (key && (await findEarlierCall(context, { caller, startedMs: Date.now() }, key))) return hidden;
  }
  return requireProduct(context, name);
}

/**
 * The answer to a repeated call that would be refused today, for instance because the product is offline or its quote has
 * expired. Undefined if no call was made with the key.
 */
export async function earlierAnswer(
  context: Context,
  call: FoundCall,
  given: GivenInput,
): Promise<EarlierAnswer | undefined> {
  const earlier = call.key === null ? undefined : await findEarlierCall(context, call, call.key);
  if (!earlier) return undefined;
  if (await isSameCall(context, earlier, given))
    return answerOfEarlier(earlier.result(), call.request.client);
  throw otherCall(earlier.callId);
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

export function answerOfEarlier(result: EarlierResult, client: CallClient): EarlierAnswer {
  if (result.outcome === 'done') return doneAnswer(result, client);
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
    'This Idempotency-Key was used with another input. Use a new key for another call.',
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

function doneAnswer(result: Extract<EarlierResult, { outcome: 'done' }>, client: CallClient): EarlierAnswer {
  const { answer, callId, charged, balance } = result;
  const cost = { callId, charged, balance: balance.available };
  if (answer !== null) {
    const { status, headers, body } = answer;
    return { cost, answer: { status, headers, payload: Buffer.from(body) }, problem: null };
  }
  const problem = new Problem(
    'replay-unavailable',
    `The call with this Idempotency-Key has ended and cost ${countOf(charged, 'credit')}. Its response was not stored: it was too large, a stream, or over your storage limit.`,
    [],
    {},
    { callId, charged, receipt: `/api/calls/${callId}` },
  );
  return { cost, answer: client.problemAnswer(problem), problem: problem.code };
}

/**
 * The most that is stored of an answer; more for a client that has it by its address alone. A larger reply of the upstream
 * is sent on as it comes, and a stream is not stored.
 */
export const storedBytes = 1024 * 1024;
export const storedWholeBytes = 16 * 1024 * 1024;

/** An answer as it is stored. Null without an idempotency key, and for a larger answer. */
export function storedAnswer({ key, request }: HeldCall, answer: Answer | null): KeptAnswer | null {
  if (key === null || answer === null) return null;
  const { status, headers, payload } = answer;
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const { readsWhole } = request.client;
  return body.length > (readsWhole ? storedWholeBytes : storedBytes) ? null : { status, headers, body };
}
