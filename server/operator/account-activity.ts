import { z } from 'zod';
import { type Usage, usageKinds } from '../../lib/account/credit-account.ts';
import { type AccountActivity, accountPeriods } from '../../lib/operator/account-activity.ts';
import { isoOfHour, periodTimes } from '../../lib/operator/periods.ts';
import { utcDay } from '../../lib/text/times.ts';
import { usageTotals } from '../../lib/account/usage-totals.ts';
import type { Context } from '../context.ts';
import { requireAccount } from './accounts.ts';
import { overviewQuery } from './read-activity.ts';

const mostShares = 5;
/** Of each period. An account with more has thousands of products a day. */
const mostSums = 50_000;
const dayHours = 24;

export const accountActivityQuery = z.object({
  period: z
    .enum(accountPeriods, accountPeriods.join(', '))
    .default('month')
    .meta({ description: 'Seven days, 30 days or twelve months. Default: `month`.' }),
  until: overviewQuery.shape.until,
  by: z
    .enum(usageKinds, usageKinds.join(', '))
    .default('product')
    .meta({ description: 'What the credits are divided by.' }),
});

type Query = z.output<typeof accountActivityQuery>;
type Sums = { calls: number; credits: number };

/** What an account used in a period, by product, API key or member, against the period before. */
export async function readAccountActivity(
  context: Context,
  accountId: string,
  { period, until, by }: Query,
  nowMs = Date.now(),
): Promise<AccountActivity> {
  const { id } = await requireAccount(context, accountId);
  const today = utcDay(nowMs);
  const lastDay = until === undefined || until > today ? today : until;
  const monthly = period === 'year';
  const times = periodTimes(period, Date.parse(lastDay));
  const days = monthly ? times.steps.map(dayOfHour) : daysBetween(times.steps[0] ?? 0, times.end);
  const daysBefore = monthly
    ? times.before.map(dayOfHour)
    : daysBetween(times.before[0] ?? 0, times.beforeEnd);
  const read = (from: string | undefined, end: number, kind: typeof by) => {
    const wish = { from: from ?? '', to: dayOfHour(end - 1), by: kind, most: mostSums, monthly };
    return context.store.calls.readUsage(id, wish);
  };
  const list = await read(days[0], times.end, by);
  const earlier = byDay(await read(daysBefore[0], times.beforeEnd, 'product'), monthly);
  const totals = usageTotals(list);
  const shares = totals.slice(0, mostShares);
  const rest = totals.slice(mostShares);
  const now = byDay(list, monthly);
  const parts = partsByDay(
    list,
    shares.map(({ of }) => of?.id),
    monthly,
  );
  // The one that is not over cannot be compared.
  const over = days.filter((day) => day < (monthly ? `${today.slice(0, 7)}-01` : today)).length;
  return {
    ...{ period, by, from: days[0] ?? lastDay, to: dayOfHour(times.end - 1) },
    totals: sumOf(now, days),
    totalsBefore: sumOf(earlier, daysBefore),
    change: changeOf(sumOf(now, days.slice(0, over)), sumOf(earlier, daysBefore.slice(0, over))),
    shares: shares.map(({ of, calls, credits }) => ({
      of: of && { id: of.id, name: of.name },
      ...{ calls, credits },
    })),
    others: rest.length === 0 ? null : { count: rest.length, ...sumOfAll(rest) },
    steps: days.map((day, index) => ({
      day,
      ...(now.get(day) ?? nothing),
      parts: [...shares, ...rest.slice(0, 1)].map((_share, place) => parts.get(day)?.[place] ?? 0),
      before: earlier.get(daysBefore[index] ?? '') ?? nothing,
    })),
  };
}

const nothing: Sums = { calls: 0, credits: 0 };

function dayOfHour(hour: number): string {
  return isoOfHour(hour).slice(0, 10);
}

function daysBetween(from: number, end: number): string[] {
  return Array.from({ length: (end - from) / dayHours }, (_, index) => dayOfHour(from + index * dayHours));
}

/** The first of a month stands for it. */
function placeOf(day: string, monthly: boolean): string {
  return monthly ? `${day.slice(0, 7)}-01` : day;
}

function byDay(list: Usage['list'], monthly: boolean): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { day, calls, credits } of list) {
    const place = placeOf(day, monthly);
    const before = sums.get(place) ?? nothing;
    sums.set(place, { calls: before.calls + calls, credits: before.credits + credits });
  }
  return sums;
}

/** The credits of each share on each day, and those of all others behind them. */
function partsByDay(list: Usage['list'], ids: (string | undefined)[], monthly: boolean) {
  const parts = new Map<string, number[]>();
  for (const { day, of, credits } of list) {
    const place = placeOf(day, monthly);
    const ofDay = parts.get(place) ?? Array.from({ length: ids.length + 1 }, () => 0);
    const found = ids.indexOf(of?.id);
    const index = found === -1 ? ids.length : found;
    ofDay[index] = (ofDay[index] ?? 0) + credits;
    parts.set(place, ofDay);
  }
  return parts;
}

function sumOfAll(rows: Sums[]): Sums {
  return rows.reduce(
    (sum, { calls, credits }) => ({ calls: sum.calls + calls, credits: sum.credits + credits }),
    nothing,
  );
}

function sumOf(sums: Map<string, Sums>, days: string[]): Sums {
  return sumOfAll(days.map((day) => sums.get(day) ?? nothing));
}

function changeOf(now: Sums, before: Sums): number | null {
  return before.credits === 0 ? null : (now.credits - before.credits) / before.credits;
}
