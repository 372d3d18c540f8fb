import { groupedNumber } from './grouped-number.ts';

/** `2 minutes`, `1.5 s`, `12 ms`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 60_000) {
    const minutes = shortNumber(milliseconds / 60_000);
    return `${minutes} ${minutes === '1' ? 'minute' : 'minutes'}`;
  }
  if (milliseconds >= 1_000) return `${shortNumber(milliseconds / 1_000)} s`;
  return `${Math.round(milliseconds)} ms`;
}

function shortNumber(value: number): string {
  return groupedNumber(value, 1);
}
