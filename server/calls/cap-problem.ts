import { areOf, countOf } from '../../lib/text/count-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { nextUtcDay, nextUtcMonth } from '../../lib/text/utc-day.ts';
import type { BindingLimit } from '../../lib/account/spendable.ts';
import type { Caller } from '../callers/caller.ts';
import { namedKey } from '../callers/named-key.ts';
import type { Context } from '../portal/context.ts';
import type { OverCap } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import type { PricedCall } from './call-stages.ts';
import { readBalance } from './read-limits.ts';
import { wayOn } from './way-on.ts';

/** Says which limit a call would exceed, whose it is, and who can raise it. */
export async function capProblem(context: Context, call: PricedCall, over: OverCap): Promise<Problem> {
  const { caller } = call.found.identified;
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
export async function describeCap(
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
