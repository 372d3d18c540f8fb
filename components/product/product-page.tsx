import type { ProductPlace } from '../../lib/product/api-page.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { Product } from '../../lib/product/product.ts';
import type { ProductTab } from '../../lib/view/product-tab.ts';
import { Playground } from '../playground/playground.tsx';
import { Docs } from './docs.tsx';
import { Pricing } from './pricing.tsx';
import { ProductHeader } from './product-header.tsx';
import { ProductTabs } from './product-tabs.tsx';
import { Reference } from './reference.tsx';
import { CodeTab } from './code-tab.tsx';

interface Props {
  product: Product;
  place: ProductPlace | undefined;
  form: PlaygroundDetail;
  tab: ProductTab;
  origin: string;
}

/** The playground stays mounted behind other tabs, with its input and a running call. */
export function ProductPage({ product, place, form, tab, origin }: Props) {
  return (
    <main className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6">
      <ProductHeader product={product} place={place} isWhole={tab === 'playground'} />
      <ProductTabs slug={product.slug} tab={tab} />
      <div hidden={tab !== 'playground'} className="pt-6">
        <Playground isOpen={tab === 'playground'} />
      </div>
      {tab !== 'playground' && (
        <div className="pt-8">
          {tab === 'docs' && <Docs text={product.doc} slug={product.slug} />}
          {tab === 'reference' && <Reference product={product} form={form} origin={origin} />}
          {tab === 'pricing' && <Pricing form={form} />}
          {tab === 'use' && <CodeTab />}
        </div>
      )}
    </main>
  );
}
