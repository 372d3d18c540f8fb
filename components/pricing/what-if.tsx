'use client';

import { creditsText } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Price } from '../../lib/price/price.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';
import { Waiting } from './waiting.tsx';

export interface WhatIfProps {
  slug: string;
  fields: readonly RequestField[];
  input: JsonObject;
  price: { from: number; to: number; written: Price };
}

/** What evaluates prices, and what draws, is needed by nobody who does not look at them. */
const PriceExplorer = loadedPart(async () => (await import('./price-explorer.tsx')).PriceExplorer);

/** The price over one field, the rest of the input as it stands in the form. */
export function WhatIf(props: WhatIfProps) {
  const { fields, price } = props;
  const counts = fields.some(({ affectsPrice }) => affectsPrice);
  return (
    <section aria-labelledby="what-if" className="min-w-0">
      <h2 id="what-if" className="text-lg font-semibold">
        Price calculator
      </h2>
      {counts ? (
        <LatePart what="The price calculator" waiting={<Waiting />}>
          <PriceExplorer {...props} />
        </LatePart>
      ) : (
        <p className="mt-2">Every call costs {creditsText(price.to)}, whatever the input.</p>
      )}
    </section>
  );
}
