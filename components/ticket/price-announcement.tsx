'use client';

import { creditsText } from '../../lib/text/count-text.ts';
import { shownPrice } from '../../lib/view/price-text.ts';
import type { Estimate } from '../playground/use-estimate.ts';
import { useDebounced } from '../playground/use-debounced.ts';

/** While a person types, intermediate prices are not announced. */
const settledMs = 1_000;

/** Announces the price to screen readers once it has settled. */
export function PriceAnnouncement({ estimate, ceiling }: { estimate: Estimate; ceiling: number }) {
  const { quote, isCurrent } = estimate;
  const price = quote && isCurrent ? shownPrice(quote, ceiling) : undefined;
  const sentence = price
    ? `This call costs ${price.isOpen ? 'at most ' : ''}${creditsText(price.credits)}.`
    : '';
  return (
    <p role="status" className="sr-only">
      {useDebounced(sentence, settledMs)}
    </p>
  );
}
