import type { OverCap } from '../../lib/ledger/spending.ts';
import { areOf, countOf } from '../../lib/text/numbers.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { nextAllowanceAt } from '../../lib/ledger/allowance.ts';
import { accountSuspended, invalidKey } from '../callers/caller.ts';
import { roleRefusal, scopeProblem } from '../callers/require-role.ts';
import type { GivenInput } from '../inputs/read-json-object.ts';
import { log } from '../log.ts';
import type { Context } from '../context.ts';
import { readVersion } from '../products/compiled-version.ts';
import { withVersion } from '../products/find-product.ts';
import type { HoldResult } from '../store/ledger.ts';
import { isMoved, refusedWrite } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';
import { capProblem } from './spendable.ts';
import type { FoundCall, HeldCall, PricedCall } from './call-request.ts';
import { offline, priceCall, wayOn } from './check-call.ts';
import {
  answerOfEarlier,
  type EarlierAnswer,
  earlierAnswer,
  otherCall,
  fingerprintOf,
} from './earlier-call.ts';

/**
 * Checks a call and holds its credits, or finds the answer to the earlier call with its idempotency key. A caller who
 * lost an answer can ask for it again even if the call would be refused now.
 */
export async function holdCall(
  context: Context,
  found: FoundCall,
  given: GivenInput,
): Promise<HeldCall | EarlierAnswer> {
  try {
    const { priced, result } = await priceAndHold(context, found, given);
    if ('cap' in result) throw await capProblem(context, priced, result);
    if (result.outcome === 'out-of-scope')
      throw await scopeProblem(context, found.caller.apiKey?.key ?? 0, found.product);
    if (result.outcome === 'suspended') throw await stopped(context, found.caller.purse);
    if (result.outcome !== 'held') return earlierOrRefused(context, result, priced);
    return Object.assign(priced, { callKey: result.callKey });
  } catch (refusal) {
    if (!(refusal instanceof Problem) || endsAccess.has(refusal.code)) throw refusal;
    const earlier = await earlierAnswer(context, found, given);
    if (!earlier) throw refusal;
    return earlier;
  }
}

/** The first try, and two more: a version that was published, and one whose moment comes meanwhile. */
const mostTries = 3;

/**
 * A call is held by the version that is in force when its credits are taken, so it is priced again where that is another
 * than the one that priced it.
 */
async function priceAndHold(
  context: Context,
  found: FoundCall,
  given: GivenInput,
): Promise<{ priced: PricedCall; result: Exclude<HoldResult, { outcome: 'other-version' }> }> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const priced = await priceCall(context, found, given);
    const result = await hold(context, priced);
    if (result.outcome !== 'other-version') return { priced, result };
    const { versionKey } = result;
    const product = withVersion(found.product, versionKey);
    Object.assign(found, { product, version: await readVersion(context, versionKey) });
  }
  throw new Problem(
    'unavailable',
    'The price of this product changes just now. The call was not made, and nothing was charged.',
    [],
    { 'retry-after': '1' },
  );
}

async function hold({ store }: Context, call: PricedCall): Promise<HoldResult> {
  const { callId, caller, startedMs, product, version, key, prepared, quoted } = call;
  try {
    return await store.ledger.hold({
      callId,
      purse: { id: caller.purse, allowance: caller.allowance, nowMs: startedMs },
      owner: caller.owner,
      apiKeyKey: caller.apiKey?.key ?? null,
      memberKey: caller.member?.key ?? null,
      productKey: product.key,
      versionKey: product.versionKey,
      credits: quoted,
      inputHash: prepared.inputHash,
      // Only its owner may read it.
      input: caller.owner === null ? null : prepared.kept,
      idempotency: key && { ...key, fingerprint: fingerprintOf(version, prepared.inputHash) },
    });
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    if (!isMoved(error)) log('error', 'call-not-held', { callId, code: error.code, error: error.message });
    throw refusedWrite(
      error,
      'The ledger cannot be written.',
      ' The call was not made, and nothing was charged.',
    );
  }
}

function earlierOrRefused(
  context: Context,
  result: Exclude<HoldResult, { outcome: 'held' | 'out-of-scope' | 'suspended' | 'other-version' } | OverCap>,
  call: PricedCall,
): EarlierAnswer {
  switch (result.outcome) {
    case 'done':
    case 'in-flight':
    case 'unknown':
      return answerOfEarlier(result, call.request.client);
    case 'key-revoked':
      throw invalidKey();
    case 'no-member':
      throw roleRefusal('You can no longer make calls for this account.');
    case 'offline':
      throw offline(call.product);
    case 'insufficient':
      throw insufficientCredits(context, call, result.balance.available);
    case 'other-call':
      throw otherCall(result.callId);
  }
}

/** A closed account is suspended, too. */
async function stopped({ store }: Context, accountId: string): Promise<Problem> {
  const account = await store.accounts.summary(accountId);
  if (!account?.closedAt) return accountSuspended();
  return new Problem(
    'account-closed',
    'This account is closed. The call was not made, and nothing was charged.',
  );
}

function insufficientCredits(context: Context, call: PricedCall, balance: number): Problem {
  const { quoted, caller, startedMs } = call;
  const { creditsUrl } = context.settings;
  const resetsAt = caller.allowance === null ? undefined : nextAllowanceAt(startedMs);
  return new Problem(
    'insufficient-credits',
    `The call needs ${countOf(quoted, 'credit')}, but only ${areOf(balance)} available.`,
    [],
    { 'farebox-credits-balance': String(balance) },
    {
      balance,
      ...wayOn(context, call, { shortfall: quoted - balance, resetsAt }),
      ...(creditsUrl !== undefined && { creditsUrl }),
    },
  );
}

/**
 * A caller without a valid key may not see earlier answers, either, nor one who is no member any more, or whose account is
 * suspended or closed.
 */
const endsAccess = new Set<ProblemCode>(['invalid-key', 'forbidden', 'account-suspended', 'account-closed']);
