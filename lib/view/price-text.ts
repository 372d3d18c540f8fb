import type { FullQuote } from '../product/full-quote.ts';
import { groupedNumber } from '../text/numbers.ts';

/** A price range, such as `1–5`, without its unit. */
export function priceText({ from, to }: { from: number; to: number }): string {
  if (to === 0) return 'Free';
  const least = groupedNumber(from);
  return from === to ? least : `${least}–${groupedNumber(to)}`;
}

interface ShownPrice {
  credits: number;
  /** Whether it depends on a field that is missing or not valid yet: then it is the highest price of any call. */
  isOpen: boolean;
}

/** The one price to show of an input. An estimate of one that is not valid counts examples, and no call costs that. */
export function shownPrice(
  { credits, fields, missing, invalid }: Pick<FullQuote, 'credits' | 'fields' | 'missing' | 'invalid'>,
  ceiling: number,
): ShownPrice {
  const isOpen = [...missing, ...invalid].some(({ pointer }) => {
    const field = fields.find(({ name }) => name === fieldOf(pointer));
    return field === undefined || field.affectsPrice;
  });
  return { credits: isOpen ? ceiling : credits, isOpen };
}

/** The name of the field that a JSON pointer leads into. */
export function fieldOf(pointer: string): string | undefined {
  return pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}
