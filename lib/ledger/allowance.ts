import { nextUtcDay, utcDay } from '../text/times.ts';
import { type Balance, balanceOf, type PurseRow } from './purse.ts';

/** How often guests get their allowance, in words: "a daily allowance", "new credits every day". */
export const allowanceWords = {
  adjective: 'daily',
  each: 'every day',
  of: 'today’s',
  next: 'at midnight UTC',
};

/** The period of a time, such as 2026-11-21: later ones sort behind. */
export const allowancePeriod = utcDay;

/** When the next period begins, as an ISO date and time. */
export const nextAllowanceAt = nextUtcDay;

type Filled = Pick<PurseRow, 'posted' | 'pending' | 'grantedDay'>;

/** Fills up a guest's purse once a period. */
export function allowanceDue(purse: Filled | undefined, allowance: number | null, nowMs: number): number {
  if (allowance === null || !isNewPeriod(purse, nowMs)) return 0;
  return Math.max(0, allowance - (purse?.posted ?? 0));
}

/** Periods never go backwards, so a clock that is set back adds nothing. */
export function isNewPeriod(purse: Filled | undefined, nowMs: number): boolean {
  return !purse?.grantedDay || purse.grantedDay < allowancePeriod(nowMs);
}

/** The balance of a purse with its due allowance, even if the purse does not exist yet. */
export function balanceWithAllowance(
  purse: Filled | undefined,
  allowance: number | null,
  nowMs: number,
): Balance {
  const posted = (purse?.posted ?? 0) + allowanceDue(purse, allowance, nowMs);
  return balanceOf(posted, purse?.pending ?? 0);
}
