'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type CatalogueView, catalogueAddress } from '../lib/catalogue-view.ts';
import { FacetList } from './facet-list.tsx';
import { Pager } from './pager.tsx';
import { ProductRow } from './product-row.tsx';
import { productListOptions } from './product-list-options.ts';
import { SearchForm } from './search-form.tsx';

export function Catalogue({ view }: { view: CatalogueView }) {
  const { data, error, isPending, refetch } = useQuery(productListOptions(view));
  return (
    <main className="mx-auto max-w-5xl px-4 py-8 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight">API products</h1>
      <SearchForm key={view.q} view={view} />
      <div className="mt-6 gap-10 md:grid md:grid-cols-[12rem_minmax(0,1fr)]">
        {data && <FacetList facets={data.facets} view={view} />}
        <section aria-label="Products" className="md:col-start-2">
          {isPending && <p className="text-quiet">Loading products…</p>}
          {error && <LoadError message={error.message} retry={() => void refetch()} />}
          {data && !error && (
            <>
              <p role="status" className="text-sm text-quiet">
                {summary(data.total, view)}
              </p>
              {data.total === 0 && <Empty view={view} />}
              <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
                {data.list.map((product) => (
                  <ProductRow key={product.id} product={product} />
                ))}
              </ul>
              <Pager total={data.total} view={view} />
            </>
          )}
        </section>
      </div>
    </main>
  );
}

function summary(total: number, { q }: CatalogueView): string {
  const products = `${total.toLocaleString('en')} ${total === 1 ? 'product' : 'products'}`;
  return q === '' ? products : `${products} for “${q}”`;
}

function Empty({ view }: { view: CatalogueView }) {
  const narrowed = view.q !== '' || view.tags.length > 0;
  return (
    <div className="mt-6 border border-dashed border-line p-8 text-center">
      {narrowed ? (
        <>
          <p>Nothing matches all of that.</p>
          <Link
            href={catalogueAddress({ q: '', tags: [], page: 1 })}
            className="text-accent underline underline-offset-4"
          >
            Show all products
          </Link>
        </>
      ) : (
        <>
          <p>No product is online yet.</p>
          <p className="mt-1 text-sm text-quiet">
            An operator publishes products with{' '}
            <code className="font-mono">npm run farebox -- apply catalogue</code>.
          </p>
        </>
      )}
    </div>
  );
}

function LoadError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div role="alert" className="border border-accent p-4">
      <p>The products could not be loaded: {message}</p>
      <button type="button" onClick={retry} className="mt-2 text-accent underline underline-offset-4">
        Try again
      </button>
    </div>
  );
}
