import { groupedNumber } from './grouped-number.ts';

/** `1 operation`, `1,200 operations`. */
export function countOf(count: number, thing: string): string {
  return `${groupedNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** `1 is`, `1,200 are`; or another pair of verbs. */
export function areOf(count: number, one = 'is', several = 'are'): string {
  return `${groupedNumber(count)} ${count === 1 ? one : several}`;
}

export function creditsText(credits: number): string {
  return `${groupedNumber(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`;
}
