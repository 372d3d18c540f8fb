import type { SpendingLimits } from '../../lib/account/spending-limits.ts';
import { utcToday } from '../../lib/text/utc-day.ts';
import type { Context } from '../portal/context.ts';
import { hasCap } from '../store/caps.ts';

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
