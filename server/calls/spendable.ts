import type { Spendable, BindingLimit } from '../../lib/account/credit-account.ts';
import { termsToAccept } from '../../lib/account/terms.ts';
import { firstExceeded } from '../../lib/ledger/caps.ts';
import type { OverCap } from '../../lib/ledger/spending.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { areOf, countOf } from '../../lib/text/numbers.ts';
import { momentText, nextUtcDay, nextUtcMonth } from '../../lib/text/times.ts';
import { namedKey } from '../callers/api-key.ts';
import type { Caller } from '../callers/caller.ts';
import { requireActive, requireRole, requireScope } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import type { TermsRecord } from '../store/catalogue/catalogue.ts';
import type { Store } from '../store/store.ts';
import { requireApproval } from './approvals.ts';
import type { PricedCall } from './call-request.ts';
import { offline, wayOn } from './check-call.ts';
import { type Funds, readBalance } from './read-credits.ts';
import { requireTerms } from './terms.ts';

interface CallableProduct {
  key: number;
  slug: string;
  status: number;
  approval: number;
  terms: TermsRecord | null;
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
    const { code, detail, members } = refusal;
    const terms = termsToAccept.safeParse(members['terms']);
    const toAccept = terms.success ? { terms: terms.data } : {};
    return { ...funds, spendable: { credits: 0, code, why: detail, ...toAccept } };
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
    if (product) await requireApproval(context, caller, product);
    if (product?.status === 0) return offline(product);
    if (product) await requireTerms(context, caller, product);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Says which limit a call would exceed, whose it is, and who can raise it. */
export async function capProblem(context: Context, call: PricedCall, over: OverCap): Promise<Problem> {
  const { caller } = call;
  const { quoted: required } = call;
  const nowMs = Date.now();
  const { can, raisedBy, limit } = await describeCap(context.store, caller, over, nowMs);
  const { resetsAt, ...met } = limit;
  const { available } = await readBalance(context, caller, nowMs);
  const shortfall = over.spent + required - over.cap;
  return new Problem(
    'over-cap',
    `${can} ${areOf(over.spent)} spent or on hold, and this call needs ${required}. ${raisedBy}`,
    [],
    {},
    { ...met, balance: available, ...wayOn(context, call, { shortfall, resetsAt }) },
  );
}

/** What a limit allows, whose it is, and who can raise it. */
async function describeCap(
  store: Store,
  caller: Caller,
  { outcome, period, cap, spent }: OverCap,
  nowMs: number,
): Promise<DescribedCap> {
  const { whose, raisedBy, limitOf } = await limitedBy[outcome](store, caller);
  const resetsAt = nextPeriod[period](nowMs);
  return {
    can: `${whose} can spend ${countOf(cap, 'credit')} ${words[period]}.`,
    raisedBy: `${raisedBy} can raise the limit.`,
    limit: { cap, spent, period, limitOf, ...(resetsAt !== undefined && { resetsAt }) },
  };
}

interface DescribedCap {
  can: string;
  raisedBy: string;
  limit: BindingLimit;
}

interface Limited {
  whose: string;
  raisedBy: string;
  limitOf: BindingLimit['limitOf'];
}

const admins = 'Owners and admins of the account';
const adminsToo = 'owners and admins of the account,';

const limitedBy: Record<OverCap['outcome'], (store: Store, caller: Caller) => Promise<Limited>> = {
  async 'over-cap'({ accounts }, { apiKey }) {
    const { key, account } = await accounts.readNames(apiKey?.key ?? 0);
    const { id, name } = key;
    const owner = await accounts.findKeyOwner(account.id, id);
    const raisedBy = owner?.personKey ? `The member whose key it is, and ${adminsToo}` : admins;
    return { whose: namedKey(key), raisedBy, limitOf: { kind: 'key', id, name } };
  },
  async 'over-member-cap'({ members }, { member }) {
    const { id, name } = await members.readPerson(member?.key ?? 0);
    const whose = `The member ${JSON.stringify(name)}`;
    return { whose, raisedBy: admins, limitOf: { kind: 'member', id, name } };
  },
  async 'over-account-cap'({ members }, { purse }) {
    const { id, name } = await members.readAccount(purse);
    const whose = `The account ${JSON.stringify(name)} with all its members and API keys`;
    return { whose, raisedBy: 'Operators of the portal', limitOf: { kind: 'account', id, name } };
  },
};

const nextPeriod: Record<OverCap['period'], (nowMs: number) => string | undefined> = {
  day: nextUtcDay,
  month: nextUtcMonth,
  total: () => undefined,
};

const words = { day: 'per day', month: 'per month', total: 'in total' };
