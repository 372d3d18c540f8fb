import { groupedNumber } from '../text/numbers.ts';

/** What a call costs, in words that models read. */
export function priceWords({ from, to }: { from: number; to: number }): string {
  if (to === 0) return 'free';
  if (from === to) return `${groupedNumber(to)} ${to === 1 ? 'credit' : 'credits'} a call`;
  return `${groupedNumber(from)} to ${groupedNumber(to)} credits a call`;
}
