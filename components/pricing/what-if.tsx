'use client';

import { creditsText } from '../../lib/text/numbers.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { Waiting } from './waiting.tsx';
import type { WhatIfProps } from './value-text.ts';

/** Loaded when the section is opened. */
const PriceExplorer = lazyPart(async () => (await import('./price-explorer.tsx')).PriceExplorer);

/** The price as one field changes and the rest of the input stays. */
export function WhatIf(props: WhatIfProps) {
  const { fields, price } = props;
  const counts = fields.some(({ affectsPrice }) => affectsPrice);
  return (
    <section aria-labelledby="what-if" className="min-w-0">
      <h2 id="what-if" className="text-lg font-semibold">
        Price calculator
      </h2>
      {counts ? (
        <LazyBoundary what="The price calculator" waiting={<Waiting />}>
          <PriceExplorer {...props} />
        </LazyBoundary>
      ) : (
        <p className="mt-2">Every call costs {creditsText(price.to)}, whatever the input.</p>
      )}
    </section>
  );
}
