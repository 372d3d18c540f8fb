import type { Database } from 'better-sqlite3';
import { type Caps, hasCap } from '../../caps.ts';
import { firstExceeded, type OverCap } from '../../ledger.ts';
import { prepareSpend } from './prepare-spend.ts';

/** Reserves credits of an account that has caps. All its members and keys spend together. */
export function prepareLimitedHold(database: Database) {
  const find = database.prepare<[number], Caps>('SELECT capDay, capMonth, capTotal FROM Purse WHERE key = ?');
  const spending = prepareSpend(database, 'AccountSpend');

  const capsOf = (purseKey: number, limits: Caps, nowMs: number): OverCap[] =>
    spending.readCaps(purseKey, limits, nowMs).map((cap) => ({ outcome: 'over-account-cap', ...cap }));

  function readCaps(purseKey: number, nowMs: number): OverCap[] {
    const limits = find.get(purseKey);
    return limits ? capsOf(purseKey, limits, nowMs) : [];
  }

  /** Undefined if the account has no caps, or `take` finds too few credits. */
  function hold<Held>(
    purseKey: number,
    credits: number,
    nowMs: number,
    take: () => Held | undefined,
  ): Held | OverCap | undefined {
    const limits = find.get(purseKey);
    if (!limits || !hasCap(limits)) return undefined;
    const reached = firstExceeded(capsOf(purseKey, limits, nowMs), credits);
    if (reached) return reached;
    const held = take();
    if (held) spending.spend(purseKey, limits, credits, nowMs);
    return held;
  }

  return { readCaps, hold };
}
