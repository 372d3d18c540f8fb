import type { Balance } from '../ledger.ts';
import { utcDay } from '../../../lib/text/utc-day.ts';

export interface PurseRow {
  key: number;
  posted: number;
  pending: number;
  grantedDay: string | null;
}

/** Fills up a guest's purse once a day. Days never go backwards, so a clock that is set back adds nothing. */
export function allowanceDue(purse: PurseRow | undefined, allowance: number | null, nowMs: number): number {
  if (allowance === null || !isNewDay(purse, nowMs)) return 0;
  return Math.max(0, allowance - (purse?.posted ?? 0));
}

export function isNewDay(purse: PurseRow | undefined, nowMs: number): boolean {
  return !purse?.grantedDay || purse.grantedDay < utcDay(nowMs);
}

export function balanceOf(posted: number, pending: number): Balance {
  return { posted, pending, available: posted - pending };
}

/** The balance of a purse with its due allowance, even if the purse does not exist yet. */
export function balanceWithAllowance(
  purse: PurseRow | undefined,
  allowance: number | null,
  nowMs: number,
): Balance {
  const posted = (purse?.posted ?? 0) + allowanceDue(purse, allowance, nowMs);
  return balanceOf(posted, purse?.pending ?? 0);
}
