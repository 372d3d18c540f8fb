import { areOf } from '../../lib/text/count-text.ts';
import type { Spendable } from '../../lib/account/spendable.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import type { Caller } from '../callers/caller.ts';
import { requireActive, requireRole } from '../callers/require-role.ts';
import { requireScope } from '../callers/require-scope.ts';
import type { Context } from '../portal/context.ts';
import { firstExceeded, type OverCap } from '../store/ledger.ts';
import { describeCap } from './cap-problem.ts';
import { offline } from './check-call.ts';
import { type Funds, readBalance } from './read-limits.ts';

interface CallableProduct {
  key: number;
  slug: string;
  status: number;
}

/** Refuses a caller who may make no call at all. */
export function requireCalling(caller: Caller): void {
  requireActive(caller);
  requireRole(caller, 'call');
}

/**
 * What the caller can spend on a call now, by the rules of the call itself: who may call, and then the caps that the hold
 * looks at, and the balance. Without a product: on any product.
 */
export async function readSpendable(
  context: Context,
  caller: Caller,
  product?: CallableProduct,
  nowMs = Date.now(),
): Promise<Funds & { spendable: Spendable }> {
  const funds = await readBalance(context, caller, nowMs);
  const refusal = await refusalOf(context, caller, product);
  if (refusal) {
    const { code, detail } = refusal;
    return { ...funds, spendable: { credits: 0, code, why: detail } };
  }
  const only = product ? undefined : await readOnlyProducts(context, caller);
  const caps = caller.kind === 'account' ? await readCaps(context, caller, nowMs) : [];
  const left = Math.min(funds.available, ...caps.map(({ cap, spent }) => cap - spent));
  const binding = left < funds.available ? firstExceeded(caps, left + 1) : undefined;
  if (!binding) return { ...funds, spendable: { credits: left, ...only } };
  const { can, raisedBy, limit } = await describeCap(context.store, caller, binding, nowMs);
  const { spent, resetsAt } = limit;
  const later = resetsAt ? ` More can be spent from ${momentText(resetsAt)} UTC on.` : '';
  const why = `${can} ${areOf(spent)} spent or on hold. ${raisedBy}${later}`;
  return { ...funds, spendable: { credits: left, why, limit, ...only } };
}

function readCaps(
  { store }: Context,
  { purse: purseId, apiKey, member }: Caller,
  nowMs: number,
): Promise<OverCap[]> {
  return store.ledger.caps({
    apiKeyKey: apiKey?.key ?? null,
    memberKey: member?.key ?? null,
    purseId,
    nowMs,
  });
}

async function readOnlyProducts(
  { store }: Context,
  { apiKey }: Caller,
): Promise<Pick<Spendable, 'only'> | undefined> {
  if (!apiKey?.scope?.products) return undefined;
  const { products } = await store.accounts.readScope(apiKey.key);
  return products ? { only: products.map(({ slug }) => slug) } : undefined;
}

/** Why no call would be made, whatever it costs. */
async function refusalOf(
  context: Context,
  caller: Caller,
  product: CallableProduct | undefined,
): Promise<Problem | undefined> {
  try {
    requireCalling(caller);
    if (caller.apiKey) await requireScope(context, caller.apiKey, product);
    return product?.status === 0 ? offline(product) : undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
