'use client';

import { creditsText } from '../../lib/call/call-words.ts';
import type { Estimate } from '../playground/use-estimate.ts';
import { useSettled } from '../playground/use-settled.ts';

/** Whoever types does not want to hear of every price on the way. */
const settledMs = 1_000;

/** The price for those who do not see it, once it has come to rest. */
export function PriceNews({ estimate }: { estimate: Estimate }) {
  const { quote, isCurrent } = estimate;
  const sentence = quote && isCurrent ? `This call costs ${creditsText(quote.credits)}.` : '';
  return (
    <p role="status" className="sr-only">
      {useSettled(sentence, settledMs)}
    </p>
  );
}
