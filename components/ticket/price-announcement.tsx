'use client';

import { creditsText } from '../../lib/call/call-words.ts';
import type { Estimate } from '../playground/use-estimate.ts';
import { useDebounced } from '../playground/use-debounced.ts';

/** While a person types, intermediate prices are not announced. */
const settledMs = 1_000;

/** Announces the price to screen readers once it has settled. */
export function PriceAnnouncement({ estimate }: { estimate: Estimate }) {
  const { quote, isCurrent } = estimate;
  const sentence = quote && isCurrent ? `This call costs ${creditsText(quote.credits)}.` : '';
  return (
    <p role="status" className="sr-only">
      {useDebounced(sentence, settledMs)}
    </p>
  );
}
