import Link from 'next/link';
import { stringify } from 'yaml';
import type { ProductPlace } from '../../lib/product/api-page.ts';
import type { ComingPrice } from '../../lib/product/coming-price.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { Product } from '../../lib/product/product.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { pricesAddress, type ProductTab, productAddress, productTabs } from '../../lib/view/product-tab.ts';
import { Playground } from '../playground/playground.tsx';
import { CodeTab, WhatIfPanel } from './code-tab.tsx';
import { Code } from './code.tsx';
import { Docs } from './docs.tsx';
import { ProductHeader } from './product-header.tsx';
import { Reference } from './reference.tsx';

interface Props {
  product: Product;
  /** Whether it is no longer offered. */
  isArchived: boolean;
  coming: ComingPrice | undefined;
  place: ProductPlace | undefined;
  form: PlaygroundDetail;
  tab: ProductTab;
  origin: string;
}

/** The playground stays mounted behind other tabs, with its input and a running call. */
export function ProductPage({ product, isArchived, coming, place, form, tab, origin }: Props) {
  return (
    <main className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6">
      <ProductHeader
        product={product}
        isArchived={isArchived}
        coming={coming}
        place={place}
        isWhole={tab === 'playground'}
      />
      <ProductTabs slug={product.slug} tab={tab} />
      <div hidden={tab !== 'playground'} className="pt-6">
        <Playground isOpen={tab === 'playground'} />
      </div>
      {tab !== 'playground' && (
        <div className="pt-8">
          {tab === 'docs' && <Docs text={product.doc} slug={product.slug} />}
          {tab === 'reference' && <Reference product={product} form={form} origin={origin} />}
          {tab === 'pricing' && <Pricing form={form} slug={product.slug} />}
          {tab === 'use' && <CodeTab />}
        </div>
      )}
    </main>
  );
}

/** Links, so that each tab can be shared, bookmarked and opened in a new window. */
function ProductTabs({ slug, tab }: { slug: string; tab: ProductTab }) {
  return (
    // The scrolling box cuts off the focus ring: the padding makes room for it.
    <nav aria-label="Product" className="-m-1 mt-5 overflow-x-auto p-1">
      <ul className="flex w-max min-w-full gap-6 border-b border-line text-sm">
        {productTabs.map((one) => (
          <li key={one.tab} className="shrink-0">
            <Link
              href={productAddress(slug, one.tab)}
              scroll={false}
              aria-current={one.tab === tab ? 'page' : undefined}
              className="-mb-px block border-b-2 border-transparent py-2.5 text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The price: each line in words, and the operator's definition. */
function Pricing({ form, slug }: { form: PlaygroundDetail; slug: string }) {
  const { lines, total, written, from, to } = form.price;
  return (
    <div className="grid max-w-4xl gap-10 [&>*]:min-w-0">
      <section aria-labelledby="price-in-words">
        <h2 id="price-in-words" className="text-lg font-semibold">
          Price
        </h2>
        {lines.length > 0 && (
          <dl className="mt-3 divide-y divide-dashed divide-line border-y border-line">
            {lines.map((line, index) => (
              <Line
                key={`${line.label} ${index}`}
                line={line}
                isChoice={written.lines[index]?.choice !== undefined}
              />
            ))}
          </dl>
        )}
        <p className="mt-3 tabular-nums">
          {total}
          {from !== to &&
            ` Inputs that the product takes cost ${groupedNumber(from)} to ${groupedNumber(to)} credits.`}
        </p>
        <p className="mt-3 text-sm">
          <Link
            href={pricesAddress(slug)}
            prefetch={false}
            className="text-accent underline underline-offset-4"
          >
            All prices so far
          </Link>
        </p>
      </section>
      <WhatIfPanel />
      <details>
        <summary className="cursor-pointer text-lg font-semibold">Price definition</summary>
        <p className="my-3 text-sm text-quiet">
          Quotes, charges and receipts are all computed from this definition. Formulas are in CEL.
        </p>
        <Code text={stringify(written).trimEnd()} language="yaml" />
      </details>
    </div>
  );
}

interface LineProps {
  line: PlaygroundDetail['price']['lines'][number];
  isChoice: boolean;
}

function Line({ line, isChoice }: LineProps) {
  const { label, text, formula, settledBy, when } = line;
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="font-medium break-words">{label}</dt>
      <dd className="min-w-0 break-words">
        <p className={isChoice ? '' : 'first-letter:uppercase'}>{text}</p>
        {formula !== undefined && <Expression word={isChoice ? 'Chosen by' : 'Counts'} text={formula} />}
        {settledBy !== undefined && <Expression word="After the call, counts" text={settledBy} />}
        {when !== undefined && <Expression word="Only if" text={when} />}
      </dd>
    </div>
  );
}

function Expression({ word, text }: { word: string; text: string }) {
  return (
    <p className="mt-1 text-xs text-quiet">
      {word} <code className="font-mono break-all text-ink">{text}</code>
    </p>
  );
}
