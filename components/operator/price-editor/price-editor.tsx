'use client';

import { useMemo, useState } from 'react';
import type { CheckedEntry } from '../../../lib/operator/products.ts';
import { formPrice, withFormPrice } from '../../../lib/product/edit-price.ts';
import { LineFaults } from './line-faults.ts';
import { PriceForm } from './price-form.tsx';
import { PriceChanges, PriceFacts, PricePanel } from './price-panel.tsx';
import { SampleRows } from './sample-rows.tsx';
import { usePreview } from './use-preview.ts';

interface Props {
  slug: string;
  text: string;
  /** The entry that is published. */
  published: string;
  mistakes: CheckedEntry['mistakes'];
  onChange: (text: string) => void;
  showYaml: () => void;
}

/** The price of an entry as a form, which writes the same text, and beside it what the price does. */
export function PriceEditor({ slug, text, published, mistakes, onChange, showYaml }: Props) {
  const [over, setOver] = useState<string>();
  const [sample, setSample] = useState(0);
  const price = useMemo(() => formPrice(text), [text]);
  const faults = useMemo(() => new LineFaults(text, mistakes), [text, mistakes]);
  const state = usePreview(slug, text, { ...(over !== undefined && { over }), sample });
  return (
    <div className="grid min-w-0 gap-5">
      <PriceFacts state={state} />
      <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {price ? (
          <PriceForm
            {...{ price, published, faults, showYaml }}
            hints={state.hints}
            words={state.isCurrent ? state.preview?.lines : undefined}
            onChange={(next) => onChange(withFormPrice(text, next))}
          />
        ) : (
          <p className="rounded-lg border border-dashed border-line px-4 py-6 text-quiet">
            The YAML has a fault, or a price that this form does not have.{' '}
            <button type="button" onClick={showYaml} className="text-accent underline underline-offset-4">
              Mend it there first
            </button>
          </p>
        )}
        <PricePanel {...{ state, over, setOver, sample, setSample }} />
      </div>
      <PriceChanges state={state} />
      <SampleRows {...{ state, sample, setSample }} />
    </div>
  );
}
