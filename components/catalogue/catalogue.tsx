'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CardList, ListedEntry, ListedFacet } from '../../lib/product/card-list.ts';
import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import { countOf } from '../../lib/text/count-text.ts';
import { isListedApi } from '../../lib/product/is-listed-api.ts';
import { ApiRow } from './api-row.tsx';
import { ChosenTags } from './chosen-tags.tsx';
import { CompactApi } from './compact-api.tsx';
import { CompactProduct } from './compact-product.tsx';
import { EmptyCatalogue } from './empty-catalogue.tsx';
import { FacetList } from './facet-list.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { LoadError } from '../load-error.tsx';
import { Pager } from './pager.tsx';
import { ProductRow } from './product-row.tsx';
import { productListOptions } from './product-list-options.ts';
import { RecentProducts } from './recent-products.tsx';
import { SearchForm } from './search-form.tsx';
import { SortChoice } from './sort-choice.tsx';
import { useCatalogueView } from './use-catalogue-view.ts';

export function Catalogue({ view: rendered }: { view: CatalogueView }) {
  const { view, words, type, search, go } = useCatalogueView(rendered);
  const { data, error, isPlaceholderData, refetch } = useQuery(productListOptions(view));
  const facets = useLastFacets(data?.facets);
  const hasFacets = facets.some(({ tags }) => tags.length > 0);
  const list = useRef<HTMLElement>(null);
  const toTop = () => list.current?.scrollIntoView({ block: 'start' });
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-3xl font-semibold tracking-tight">API products</h1>
      <SearchForm view={view} words={words} type={type} search={search} />
      <div className="mt-6 gap-x-10 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        <FacetList facets={facets} view={view} go={go} />
        <section
          ref={list}
          aria-label="Products"
          aria-busy={isPlaceholderData}
          className={`scroll-mt-4 md:row-span-2 md:row-start-1 ${hasFacets ? 'md:col-start-2' : 'md:col-span-2'}`}
        >
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p role="status" className="min-w-0 text-sm break-words text-quiet tabular-nums">
              {data && !error ? summary(data, view) : ''}
            </p>
            {data?.list.length !== 0 && (
              <div className="flex items-center gap-3">
                <SortChoice view={view} go={go} />
                <LayoutChoice view={view} go={go} />
              </div>
            )}
          </div>
          <ChosenTags view={view} facets={facets} go={go} />
          {error && <LoadError what="The products" error={error} retry={() => void refetch()} />}
          {!data && !error && <ListSkeleton />}
          {data && !error && data.list.length === 0 && (
            <EmptyCatalogue total={data.total} instead={data.instead} view={view} go={go} />
          )}
          {data && (
            <ul
              className={`mt-3 empty:hidden ${view.layout ? 'overflow-hidden rounded-lg border border-b-0 border-line bg-card' : 'grid gap-3 xl:grid-cols-2'} ${isPlaceholderData || error ? 'opacity-60 transition-opacity delay-150' : ''}`}
            >
              {data.list.map((entry) => (
                <Entry key={entry.id} entry={entry} view={view} q={data.marks?.join(' ') ?? view.q} />
              ))}
            </ul>
          )}
          {data && <Pager total={data.total} view={view} go={go} onFollow={toTop} />}
        </section>
        <RecentProducts />
      </div>
    </main>
  );
}

/** If a search fails, the tags of the last one stay, so that people can change it. */
function useLastFacets(found: ListedFacet[] | undefined): ListedFacet[] {
  const [last, setLast] = useState(found ?? []);
  if (found && found !== last) setLast(found);
  return found ?? last;
}

/** `q`: the words to mark. */
function Entry({ entry, view: { layout }, q }: { entry: ListedEntry; view: CatalogueView; q: string }) {
  if (isListedApi(entry)) return layout ? <CompactApi api={entry} q={q} /> : <ApiRow api={entry} q={q} />;
  return layout ? <CompactProduct product={entry} q={q} /> : <ProductRow product={entry} q={q} />;
}

function summary({ total, apis, readAs }: CardList, { q }: CatalogueView): string {
  const products = total - apis;
  const counts = [
    ...(apis > 0 ? [countOf(apis, 'API')] : []),
    ...(products > 0 || apis === 0 ? [countOf(products, 'product')] : []),
  ].join(' and ');
  if (q === '') return counts;
  return `${counts} for “${q}”${readAs ? ` or “${readAs}”` : ''}`;
}
