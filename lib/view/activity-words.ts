import type { Activity } from '../operator/activity.ts';
import type { Period } from '../operator/periods.ts';
import { isProblemCode, problems } from '../problem/problems.ts';
import { groupedNumber } from '../text/numbers.ts';
import { dayText } from '../text/times.ts';

export const periodWords: Record<Period, string> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };
export const beforeWords: Record<Period, string> = {
  day: 'the day before',
  week: 'the week before',
  month: 'the 30 days before',
  year: 'the twelve months before',
};

const dayMs = 86_400_000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function shortDay(iso: string): string {
  return dayText(iso).slice(0, -5);
}

function monthText(iso: string): string {
  return dayText(iso).replace(/^\d+ /, '');
}

function weekdayOf(iso: string): string {
  return weekdays[new Date(iso).getUTCDay()] ?? '';
}

/** The days that a period has: the first, and the last. */
export function daysOf({ from, to }: Pick<Activity, 'from' | 'to'>): { first: string; last: string } {
  return { first: from.slice(0, 10), last: new Date(Date.parse(to) - dayMs).toISOString().slice(0, 10) };
}

/** `22 Nov – 28 Nov 2026`, `Dec 2025 – Nov 2026` or `28 Nov 2026`. */
export function spanText({ period, from, to }: Pick<Activity, 'period' | 'from' | 'to'>): string {
  const { first, last } = daysOf({ from, to });
  if (period === 'year') return `${monthText(first)} – ${monthText(last)}`;
  if (period === 'day') return dayText(last);
  const begin = first.slice(0, 4) === last.slice(0, 4) ? shortDay(first) : dayText(first);
  return `${begin} – ${dayText(last)}`;
}

/** The time of a step: `Thu 26 Nov, 08–12`. */
export function stepTitle(period: Period, at: string): string {
  if (period === 'year') return monthText(at);
  const day = `${weekdayOf(at)} ${shortDay(at)}`;
  if (period === 'month') return day;
  const hour = Number(at.slice(11, 13));
  const end = hour + (period === 'day' ? 1 : 4);
  return `${day}, ${at.slice(11, 13)}–${String(end).padStart(2, '0')}`;
}

/** What stands below a step; null for most. A phone has no room for the word before the bar. */
export function stepTick(period: Period, at: string, index: number): string | null {
  const hour = at.slice(11, 13);
  if (period === 'day') return Number(hour) % 6 === 0 ? `${hour}:00` : null;
  // In the middle of its day.
  if (period === 'week') return hour === '08' ? `${weekdayOf(at)}|${Number(at.slice(8, 10))}` : null;
  if (period === 'month') return index % 7 === 2 ? shortDay(at) : null;
  return index % 3 === 1 ? monthText(at) : null;
}

/** The period before or after, by its last day; undefined if that is yet to come. */
export function neighbour(
  { period, to }: Pick<Activity, 'period' | 'to'>,
  by: -1 | 1,
  today: string,
): string | undefined {
  const last = new Date(Date.parse(to) - dayMs);
  if (period === 'year') last.setUTCFullYear(last.getUTCFullYear() + by);
  else last.setUTCDate(last.getUTCDate() + by * { day: 1, week: 7, month: 30 }[period]);
  const day = last.toISOString().slice(0, 10);
  if (by === 1 && to.slice(0, 10) > today) return undefined;
  return day > today ? today : day;
}

/** `12.4 %`, of a share. */
export function percentText(share: number): string {
  return `${groupedNumber(Math.abs(share) * 100, 1)} %`;
}

const reasons: Record<string, string> = {
  credential: 'Credential refused or missing',
  timeout: 'No answer in time',
  stream: 'The answer ended early',
  refused: 'Not answered',
};

/** Why calls failed. */
export function reasonWords(reason: string): string {
  if (/^\d+$/.test(reason)) return `The API answered ${reason}`;
  return reasons[reason] ?? (isProblemCode(reason) ? problems[reason].title : reason);
}
