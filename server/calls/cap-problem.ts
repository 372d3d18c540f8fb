import { Problem } from '../../lib/problem/problem.ts';
import { nextUtcDay, nextUtcMonth } from '../../lib/text/utc-day.ts';
import type { Caller } from '../callers/caller.ts';
import { namedKey } from '../callers/named-key.ts';
import type { Context } from '../portal/context.ts';
import type { OverCap } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import type { PricedCall } from './call-stages.ts';
import { readBalance } from './read-credits.ts';
import { wayOn } from './way-on.ts';

/** Says which limit a call would exceed, whose it is, and who can raise it. */
export async function capProblem(
  context: Context,
  call: PricedCall,
  { outcome, period, cap, spent }: OverCap,
): Promise<Problem> {
  const { caller } = call.found.identified;
  const { quoted: required } = call;
  const nowMs = Date.now();
  const { whose, raisedBy, limitOf } = await limitedBy[outcome](context.store, caller);
  const { available } = await readBalance(context, caller, nowMs);
  const met = { shortfall: spent + required - cap, resetsAt: nextPeriod[period](nowMs) };
  return new Problem(
    'over-cap',
    `${whose} can spend ${cap} credits ${words[period]}. ${spent} are spent or on hold, and this call needs ${required}. ${raisedBy} can raise the limit.`,
    [],
    {},
    { ...{ cap, spent, period, limitOf, balance: available }, ...wayOn(context, call, met) },
  );
}

interface Limited {
  whose: string;
  raisedBy: string;
  limitOf: { kind: 'key' | 'member' | 'account'; id: string; name: string };
}

const admins = 'Owners and admins of the account';

const limitedBy: Record<OverCap['outcome'], (store: Store, caller: Caller) => Promise<Limited>> = {
  async 'over-cap'({ accounts }, { apiKey }) {
    const { key } = await accounts.readNames(apiKey?.key ?? 0);
    const { id, name } = key;
    return { whose: namedKey(key), raisedBy: admins, limitOf: { kind: 'key', id, name } };
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
