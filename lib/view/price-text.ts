import { groupedNumber } from '../text/grouped-number.ts';

/** What a call costs, from the least to the most; the unit stands beside it. */
export function priceText({ from, to }: { from: number; to: number }): string {
  if (to === 0) return 'Free';
  const least = groupedNumber(from);
  return from === to ? least : `${least}–${groupedNumber(to)}`;
}
