import { groupedNumber } from './grouped-number.ts';

/** `1 operation`, `1,200 operations`. */
export function countOf(count: number, thing: string): string {
  return `${groupedNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
}
