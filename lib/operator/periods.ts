/** What the charts of the console are over. */
export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

const hourMs = 60 * 60_000;
const dayHours = 24;
const days = { day: 1, week: 7, month: 30 };
/** How long a bar of the chart is. That of a year is a month. */
export const stepHours = { day: 1, week: 4, month: dayHours, year: undefined };
const months = 12;

/** A period in steps, in hours since 1970 (UTC), and the period before it in as many. */
export interface PeriodTimes {
  steps: number[];
  before: number[];
  /** Where the last step of each ends. */
  end: number;
  beforeEnd: number;
}

/** The period whose last day a time is in. A year has twelve months, the last one with this day. */
export function periodTimes(period: Period, lastDayMs: number): PeriodTimes {
  if (period === 'year') {
    const date = new Date(lastDayMs);
    const starts = Array.from(
      { length: 2 * months + 1 },
      (_, index) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1 - 2 * months + index) / hourMs,
    );
    const end = starts.at(-1) ?? 0;
    const steps = starts.slice(months, -1);
    return { steps, before: starts.slice(0, months), end, beforeEnd: steps[0] ?? 0 };
  }
  const length = days[period] * dayHours;
  const end = (Math.floor(lastDayMs / hourMs / dayHours) + 1) * dayHours;
  const stepsFrom = (from: number) =>
    Array.from({ length: length / stepHours[period] }, (_, index) => from + index * stepHours[period]);
  const from = end - length;
  return { steps: stepsFrom(from), before: stepsFrom(from - length), end, beforeEnd: from };
}

export function isoOfHour(hour: number): string {
  return new Date(hour * hourMs).toISOString();
}
