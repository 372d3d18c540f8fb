import type { Database } from 'better-sqlite3';
import { type Caps, hasCap } from '../../caps.ts';
import type { OverCap } from '../../ledger.ts';
import { prepareSpend } from './prepare-spend.ts';

interface Limits extends Caps {
  isSuspended: 0 | 1;
}

/** What refuses a hold before its balance is looked at. */
export type LimitedHold = OverCap | { outcome: 'suspended' };

/** Reserves credits of an account that has caps or is suspended. All its members and keys spend together. */
export function prepareLimitedHold(database: Database) {
  const find = database.prepare<[number], Limits>(
    'SELECT suspendedAt IS NOT NULL AS isSuspended, capDay, capMonth, capTotal FROM Purse WHERE key = ?',
  );
  const spending = prepareSpend(database, 'AccountSpend');

  /** Undefined if the account has no such limits, or `take` finds too few credits. */
  return <Held>(
    purseKey: number,
    credits: number,
    nowMs: number,
    take: () => Held | undefined,
  ): Held | LimitedHold | undefined => {
    const limits = find.get(purseKey);
    if (limits?.isSuspended === 1) return { outcome: 'suspended' };
    if (!limits || !hasCap(limits)) return undefined;
    const reached = spending.findCap(purseKey, limits, credits, nowMs);
    if (reached) return { outcome: 'over-account-cap', ...reached };
    const held = take();
    if (held) spending.spend(purseKey, limits, credits, nowMs);
    return held;
  };
}
