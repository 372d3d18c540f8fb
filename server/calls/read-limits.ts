import type { CreditAccount } from '../../lib/account/credit-account.ts';
import type { SpendingLimits } from '../../lib/account/spending-limits.ts';
import { nextUtcDay, utcToday } from '../../lib/text/utc-day.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { hasCap } from '../store/caps.ts';

export type Funds = Pick<CreditAccount, 'balance' | 'held' | 'available' | 'resetsAt' | 'creditsUrl'>;

/** The balance of the caller, and where more comes from: the next allowance of a guest, and what is bought. */
export async function readBalance(
  { store, settings: { creditsUrl } }: Context,
  { purse: id, allowance }: Pick<Caller, 'purse' | 'allowance'>,
  nowMs = Date.now(),
): Promise<Funds> {
  const { posted, pending, available } = await store.ledger.balance({ id, allowance, nowMs });
  return {
    balance: posted,
    held: pending,
    available,
    ...(allowance !== null && { resetsAt: nextUtcDay(nowMs) }),
    ...(creditsUrl !== undefined && { creditsUrl }),
  };
}

/** The spending of an account against its limits; undefined if it has none. */
export async function readLimits({ store }: Context, accountId: string): Promise<SpendingLimits | undefined> {
  const day = utcToday();
  const month = day.slice(0, 7);
  const { caps, spent } = await store.accounts.readSpending(accountId, [day, month, 'all']);
  if (!hasCap(caps)) return undefined;
  return {
    day: { cap: caps.capDay, spent: spent.get(day) ?? 0 },
    month: { cap: caps.capMonth, spent: spent.get(month) ?? 0 },
    total: { cap: caps.capTotal, spent: spent.get('all') ?? 0 },
  };
}
