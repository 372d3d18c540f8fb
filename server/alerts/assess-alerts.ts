import { utcDay } from '../../lib/text/times.ts';
import type { AlertedPurse, SpentRow, WatchedAlertRow } from '../store/messages/read-alerts.ts';
import { belowPeriod } from '../store/messages/alert-jobs.ts';

/** An alert that has something to tell. */
export interface ReachedAlertRow {
  alert: WatchedAlertRow;
  period: string;
  /** The balance, or what was spent. */
  amount: number;
}

interface Assessed {
  /** Earlier periods of an alert come first. */
  reached: ReachedAlertRow[];
  rearmed: WatchedAlertRow[];
}

/**
 * Which alerts are reached now and have not told of it. Credits on hold count when they are charged: what is available
 * goes up and down with every call, and an alert with it.
 */
export function assessAlerts({ alerts, posted }: AlertedPurse, spent: SpentRow[]): Assessed {
  const balances = alerts.filter(({ watches }) => watches === 'balance');
  const below = balances.filter(({ credits, toldPeriod }) => posted < credits && toldPeriod === null);
  return {
    reached: [
      ...below.map((alert) => ({ alert, period: belowPeriod, amount: posted })),
      ...alerts.flatMap((alert) => reachedPeriods(alert, spent)),
    ],
    rearmed: balances.filter(({ credits, toldPeriod }) => posted >= credits && toldPeriod !== null),
  };
}

function reachedPeriods(alert: WatchedAlertRow, spent: SpentRow[]): ReachedAlertRow[] {
  const { watches, apiKeyKey, memberKey, credits, watchedSince, toldPeriod } = alert;
  if (watches === 'balance') return [];
  const since = periodOf(watches, utcDay(watchedSince.getTime()));
  const sums = new Map<string, number>();
  for (const { period, ...row } of spent) {
    const isOf =
      row.apiKeyKey === (apiKeyKey ?? row.apiKeyKey) && row.memberKey === (memberKey ?? row.memberKey);
    const isNew = period >= since && period > (toldPeriod ?? '');
    if (isOf && isNew && period.length === since.length)
      sums.set(period, (sums.get(period) ?? 0) + row.credits);
  }
  return [...sums]
    .filter(([, amount]) => amount >= credits)
    .map(([period, amount]) => ({ alert, period, amount }))
    .toSorted((one, other) => (one.period < other.period ? -1 : 1));
}

/** The day or month of a day. */
export function periodOf(watches: 'day' | 'month', day: string): string {
  return watches === 'day' ? day : day.slice(0, 7);
}
