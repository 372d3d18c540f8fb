import { z } from 'zod';
import type { Activity, Figures } from '../../lib/operator/activity.ts';
import { addedCounts, answerTime } from '../../lib/operator/answer-times.ts';
import { isoOfHour, type Period, periods, periodTimes, stepHours } from '../../lib/operator/periods.ts';
import { isDay, utcDay } from '../../lib/text/times.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import { mayDo } from '../rights.ts';
import type { StepRow, SubjectRow, UsageRow } from '../store/operation/read-usage-sums.ts';
import { keeping } from './read-health.ts';

const hourMs = 60 * 60_000;
const dayHours = 24;
const mostRanked = 6;

export const overviewQuery = z.object({
  period: z
    .enum(periods, periods.join(', '))
    .default('week')
    .meta({ description: 'What `activity` is over. Default: `week`.' }),
  until: z
    .string()
    .refine(isDay, 'a day such as 2026-11-21')
    .optional()
    .meta({ description: 'Its last day (UTC). Default: today.' }),
});

export type OverviewQuery = z.output<typeof overviewQuery>;

type Course = Pick<
  Activity,
  'period' | 'from' | 'to' | 'beforeFrom' | 'countedFrom' | 'totals' | 'totalsBefore' | 'steps'
>;
type Rankings = Pick<Activity, 'topProducts' | 'topAccounts' | 'failures'>;
type Reading = Pick<Context, 'store'>;

const courses = keeping<Course>({ keptMs: 2_000, servedMs: 10_000 });
/** They add up a row or more of each account and day. */
const rankings = keeping<Rankings>({ keptMs: 5_000, servedMs: 60_000 });

/** Calls, credits, failures and answer times of a period against the period before, and who and what they were of. */
export async function readActivity(
  context: Reading,
  caller: Caller,
  { period, until }: OverviewQuery,
  nowMs: number,
): Promise<Activity> {
  const { store } = context;
  const lastDay = until === undefined || until > utcDay(nowMs) ? utcDay(nowMs) : until;
  const name = `${period} ${lastDay}`;
  const lastDayMs = Date.parse(lastDay);
  const course = await courses(store, name, nowMs, () => readCourse(context, period, lastDayMs, nowMs));
  // Not beside the others, which would wait for them.
  const ranked = await rankings(store, name, nowMs, () => readRankings(context, period, lastDayMs, nowMs));
  return { ...course, ...ranked, topAccounts: mayDo(caller, 'read-accounts') ? ranked.topAccounts : null };
}

async function readCourse(
  { store: { usage } }: Reading,
  period: Period,
  lastDayMs: number,
  nowMs: number,
): Promise<Course> {
  const { steps, before, end, beforeEnd } = periodTimes(period, lastDayMs);
  const [from = 0] = steps;
  const [beforeFrom = 0] = before;
  const hours = stepHours[period] ?? 1;
  const span = period === 'year' ? 'month' : 'hour';
  const firstHour = await usage.firstHour();
  const now = await usage.ofPortal(span, { from, before: end }, hours);
  const earlier = await usage.ofPortal(span, { from: beforeFrom, before: beforeEnd }, hours);
  const rowOf = (rows: typeof now, starts: number[], index: number) =>
    rows.get(((starts[index] ?? 0) - (starts[0] ?? 0)) / hours) ?? nothing;
  return {
    ...{ period, from: isoOfHour(from), to: isoOfHour(end), beforeFrom: isoOfHour(beforeFrom) },
    countedFrom: firstHour === null ? null : isoOfHour(firstHour),
    totals: figuresOf([...now.values()]),
    totalsBefore: figuresOf(await untilSameTime(earlier)),
    steps: steps.map((start, index) => ({
      at: isoOfHour(start),
      ...figuresOf([rowOf(now, steps, index)]),
      before: figuresOf([rowOf(earlier, before, index)]),
    })),
  };

  /** The rows of the period before up to the time that this one has come to. */
  async function untilSameTime(rows: typeof earlier): Promise<StepRow[]> {
    const hour = Math.floor(nowMs / hourMs);
    if (hour >= end) return [...rows.values()];
    const running = steps.findLastIndex((start) => start <= hour);
    const over = before.slice(0, running).map((_, index) => rowOf(rows, before, index));
    const cutFrom = before[running] ?? beforeFrom;
    const whole = hour - (steps[running] ?? hour);
    const cut = await usage.ofPortal('hour', { from: cutFrom, before: cutFrom + whole + 1 }, 1);
    const last = cut.get(whole);
    const part = (nowMs % hourMs) / hourMs;
    const wholeHours = [...cut].flatMap(([at, row]) => (at < whole ? row : []));
    return [...over, ...wholeHours, ...(last ? [partOf(last, part)] : [])];
  }
}

const nothing: StepRow = { calls: 0, failed: 0, credits: 0, answers: new Map() };

/** As if the calls of an hour were spread evenly over it. */
function partOf({ calls, failed, credits, answers }: StepRow, part: number): StepRow {
  const [some, failedSome, charged] = [calls, failed, credits].map((count) => Math.round(count * part));
  return { calls: some ?? 0, failed: failedSome ?? 0, credits: charged ?? 0, answers };
}

function figuresOf(rows: StepRow[]): Figures {
  const answers = addedCounts(rows.map((row) => row.answers));
  const sumOf = (name: keyof UsageRow) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    ...{ calls: sumOf('calls'), failed: sumOf('failed'), credits: sumOf('credits') },
    ...{ medianMs: answerTime(answers, 0.5), p95Ms: answerTime(answers, 0.95) },
  };
}

async function readRankings(
  { store: { usage, overview } }: Reading,
  period: Period,
  lastDayMs: number,
  nowMs: number,
): Promise<Rankings> {
  const { steps, before, end } = periodTimes(period, lastDayMs);
  const [from = 0] = steps;
  const [beforeFrom = 0] = before;
  const span = period === 'year' ? 'month' : 'day';
  const between = { from, before: end };
  const products = await usage.top('product', span, between, mostRanked);
  const accounts = await usage.top('account', span, between, mostRanked);
  const failures = await usage.failures(span, between, mostRanked);
  const failing = [...new Set(failures.map(({ subject }) => subject))];
  const course = await usage.failuresBySpan(span, between, failing);
  const callsOf = await usage.of('product', span, between, failing);
  const names = await overview.productNames([...products.map(({ subject }) => subject), ...failing]);
  const accountOf = await usage.accounts(accounts.map(({ subject }) => subject));
  const [changeOfProducts, changeOfAccounts] = [
    await changes('product', products),
    await changes('account', accounts),
  ];
  const starts = period === 'year' ? steps : daysOf(from, end);
  return {
    topProducts: products.flatMap(({ subject, ...row }) => {
      const product = productOf(names, subject);
      return product ? { product, ...row, change: changeOfProducts(subject) } : [];
    }),
    topAccounts: accounts.flatMap(({ subject, ...row }) => {
      const account = accountOf.get(subject);
      return account ? { account, ...row, change: changeOfAccounts(subject) } : [];
    }),
    failures: failures.flatMap(({ subject, reason, calls: failed }) => {
      const product = productOf(names, subject);
      const rows = course.filter((row) => row.subject === subject && row.reason === reason);
      const calls = callsOf.get(subject)?.calls ?? failed;
      const bySpan = starts.map((start) => rows.find(({ since }) => since === start)?.calls ?? 0);
      return product ? { product, reason, failed, calls, course: bySpan } : [];
    }),
  };

  /** Against the same spans of the period before, without the one that is not over. */
  async function changes(kind: 'product' | 'account', rows: SubjectRow[]) {
    const over = Math.min(end, runningSpan(period, nowMs));
    const overSteps = steps.filter((start) => start < over).length;
    const beforeOver = over >= end ? from : (before[overSteps] ?? from);
    const subjects = rows.map(({ subject }) => subject);
    const whole = await usage.of(kind, span, { from, before: over }, subjects);
    const earlier = await usage.of(kind, span, { from: beforeFrom, before: beforeOver }, subjects);
    return (subject: number) => changeOf(whole.get(subject), earlier.get(subject));
  }
}

/** When the day that is not over begins; in a year, the month. */
function runningSpan(period: Period, nowMs: number): number {
  const day = Math.floor(nowMs / hourMs / dayHours) * dayHours;
  return period === 'year' ? (periodTimes('year', nowMs).steps.at(-1) ?? day) : day;
}

function changeOf(now: UsageRow | undefined, before: UsageRow | undefined): number | null {
  if (!before || before.calls === 0) return null;
  const name = before.credits > 0 ? 'credits' : 'calls';
  return ((now?.[name] ?? 0) - before[name]) / before[name];
}

function daysOf(from: number, end: number): number[] {
  return Array.from({ length: (end - from) / dayHours }, (_, index) => from + index * dayHours);
}

function productOf(names: Awaited<ReturnType<Context['store']['overview']['productNames']>>, key: number) {
  const product = names.get(key);
  return product && { id: product.id, slug: product.slug, name: product.name };
}
