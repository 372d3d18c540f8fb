import { groupedNumber } from '../text/grouped-number.ts';

/** A price range, such as `1–5`, without its unit. */
export function priceText({ from, to }: { from: number; to: number }): string {
  if (to === 0) return 'Free';
  const least = groupedNumber(from);
  return from === to ? least : `${least}–${groupedNumber(to)}`;
}
