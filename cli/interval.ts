import { Refusal } from './refusal.ts';

const secondMs = 1_000;
const unitMs = new Map([
  ['s', secondMs],
  ['m', 60 * secondMs],
  ['h', 3_600 * secondMs],
  ['d', 86_400 * secondMs],
]);
/** Timers take no more than 24 days. */
const longestMs = 20 * 86_400 * secondMs;

/** Parses an interval such as 30m, 6h or 1d. */
export function intervalMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const interval = Number(count) * (unitMs.get(unit) ?? Number.NaN);
  if (interval >= secondMs && interval <= longestMs) return interval;
  throw new Refusal(
    `--every must be an interval such as 30m, 6h or 1d, of at most 20 days, not ${JSON.stringify(text)}.`,
  );
}
