'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useRef, useState, useEffect } from 'react';
import { apiAddress } from '../../lib/product/api-page.ts';
import type {
  CardList,
  ComingMark,
  ListedEntry,
  ListedFacet,
  ListedApi,
} from '../../lib/product/card-list.ts';
import {
  type CatalogueView,
  isListedApi,
  catalogueAddress,
  catalogueParameters,
  readCatalogueView,
  unreadParameter,
} from '../../lib/product/catalogue-view.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { LoadError } from '../load-error.tsx';
import { EmptyCatalogue } from './empty-catalogue.tsx';
import { FacetList, SortChoice } from './filters.tsx';
import { Pager } from './pager.tsx';
import { productListOptions } from './product-list-options.ts';
import {
  ApiSize,
  apiOrigin,
  CompactApi,
  CompactProduct,
  FareStub,
  Marked,
  ProductRow,
} from './product-row.tsx';
import { RecentProducts } from './recent-products.tsx';
import { SearchForm } from './search-form.tsx';
import { type Go, ViewLink } from './tag-link.tsx';

/** `intro`: what the operator says of the portal, above the whole list. */
export function Catalogue({ view: rendered, intro }: { view: CatalogueView; intro?: ReactNode }) {
  const { view, unread, words, type, search, go } = useCatalogueView(rendered);
  const { data, error, isPlaceholderData, refetch } = useQuery(productListOptions(view));
  const facets = useLastFacets(data?.facets);
  const hasFacets = facets.some(({ tags }) => tags.length > 0);
  const list = useRef<HTMLElement>(null);
  const toTop = () => list.current?.scrollIntoView({ block: 'start' });
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      {view.q === '' && view.tags.length === 0 && view.page === 1 && intro}
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
                <SortChoice view={view} usual={data?.usualSort} go={go} />
                <LayoutChoice view={view} go={go} />
              </div>
            )}
          </div>
          {unread !== undefined && (
            <p role="alert" className="mt-2 break-words">
              Invalid filter: {unread}
            </p>
          )}
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
                <Entry
                  key={entry.id}
                  entry={entry}
                  coming={data.coming?.find(({ product }) => product === entry.slug)}
                  view={view}
                  q={data.marks?.join(' ') ?? view.q}
                />
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

interface EntryProps {
  entry: ListedEntry;
  coming: ComingMark | undefined;
  view: CatalogueView;
  /** The words to mark. */
  q: string;
}

function Entry({ entry, coming, view: { layout }, q }: EntryProps) {
  if (isListedApi(entry)) return layout ? <CompactApi api={entry} q={q} /> : <ApiRow api={entry} q={q} />;
  const Product = layout ? CompactProduct : ProductRow;
  return <Product product={entry} coming={coming} q={q} />;
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

const rows = [0, 1, 2, 3, 4];

/** As high as the products, to avoid a layout shift. */
function ListSkeleton() {
  return (
    <div className="mt-3">
      <p className="sr-only">Loading products…</p>
      <div aria-hidden className="space-y-3">
        {rows.map((row) => (
          <div key={row} className="h-36 rounded-lg border border-line bg-card p-5 motion-safe:animate-pulse">
            <div className="h-4 w-1/3 rounded bg-sunk" />
            <div className="mt-3 h-3 w-2/3 rounded bg-sunk" />
            <div className="mt-2 h-3 w-1/2 rounded bg-sunk" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The tags that filter the list, with buttons to remove them. Includes tags without products, which no facet shows. */
function ChosenTags({ view, facets, go }: { view: CatalogueView; facets: ListedFacet[]; go: Go }) {
  if (view.tags.length === 0) return null;
  const names = new Map(facets.flatMap(({ tags }) => tags).map(({ slug, name }) => [slug, name]));
  return (
    <ul aria-label="Selected tags" className="mt-1 flex flex-wrap gap-2">
      {view.tags.map((slug) => (
        <li key={slug} className="max-w-full min-w-0">
          <ViewLink
            view={{ ...view, tags: view.tags.filter((other) => other !== slug), page: 1 }}
            go={go}
            className="flex items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm hover:underline"
          >
            <span className="sr-only">Remove</span>
            <span className="min-w-0 truncate">{names.get(slug) ?? slug}</span>
            <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 stroke-current stroke-2">
              <path d="m2 2 8 8m0-8-8 8" />
            </svg>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

const layouts = [
  { layout: undefined, name: 'Cards', path: 'M1.5 2.5h11v4h-11zM1.5 8.5h11v4h-11z' },
  { layout: 'rows' as const, name: 'Rows', path: 'M1.5 2.5h11M1.5 5.8h11M1.5 9.2h11M1.5 12.5h11' },
];

/** Cards with introductions, or one line for each product. */
function LayoutChoice({ view: { layout, ...view }, go }: { view: CatalogueView; go: Go }) {
  return (
    <div role="group" aria-label="Layout" className="flex rounded-md border border-line bg-card p-0.5">
      {layouts.map((one) => (
        <ViewLink
          key={one.name}
          view={{ ...view, ...(one.layout && { layout: one.layout }) }}
          go={go}
          aria-label={one.name}
          title={one.name}
          aria-current={one.layout === layout ? 'true' : undefined}
          className="flex h-7 w-8 items-center justify-center rounded text-quiet hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-ink"
        >
          <svg aria-hidden viewBox="0 0 14 15" className="size-3.5 fill-none stroke-current stroke-[1.5]">
            <path d={one.path} />
          </svg>
        </ViewLink>
      ))}
    </div>
  );
}

/** An API, drawn as a stack of tickets. */
function ApiRow({ api, q }: { api: ListedApi; q: string }) {
  return (
    <li className="pb-2">
      <article className="relative grid h-full rounded-lg border border-line bg-card shadow-[0_4px_0_-1px_var(--card),0_4px_0_0_var(--line)] transition-colors focus-within:border-quiet hover:border-quiet sm:grid-cols-[minmax(0,1fr)_9.5rem] xl:grid-cols-[minmax(0,1fr)_7.5rem]">
        <div className="min-w-0 px-5 py-4">
          <h2 className="line-clamp-3 text-lg leading-snug font-semibold tracking-tight break-words xl:line-clamp-2">
            <Link
              href={apiAddress(api.slug)}
              prefetch={false}
              className="after:absolute after:inset-0 after:z-10 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <Marked text={api.name} q={q} />
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-quiet">
            <ApiSize api={api} />
          </p>
          <p className="line-clamp-2 text-sm break-words text-quiet">{apiOrigin(api)}</p>
          {api.summary !== '' && (
            <p className="mt-2 line-clamp-3 text-sm break-words xl:line-clamp-2">
              <Marked text={api.summary} q={q} />
            </p>
          )}
        </div>
        <FareStub from={api.price.from} to={api.price.to} />
      </article>
    </li>
  );
}

/** The list follows after this pause in typing. */
const typingPauseMs = 120;

/**
 * The address holds the whole view, so that back, forward, reload and shared links show the same. Only text that is
 * being typed is ahead of it.
 */
function useCatalogueView(rendered: CatalogueView) {
  const parameters = catalogueParameters(useSearchParams());
  const view = readCatalogueView(parameters);
  const [draft, setDraft] = useState<string | null>(null);
  const [lastRendered, setLastRendered] = useState(rendered);
  // The server rendered a new page: the link that led here wins over typed text.
  if (rendered !== lastRendered) {
    setLastRendered(rendered);
    setDraft(null);
  }
  const { q } = view;

  useEffect(() => {
    const forget = () => setDraft(null);
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);

  useEffect(() => {
    if (draft === null || draft.trim() === q) return;
    const follow = () => {
      clearTimeout(pause);
      followWords(draft.trim());
    };
    const pause = setTimeout(follow, typingPauseMs);
    // A link followed within the pause must not be undone by a later change of the address.
    window.addEventListener('click', follow, { capture: true, once: true });
    return () => {
      clearTimeout(pause);
      window.removeEventListener('click', follow, { capture: true });
    };
  }, [draft, q]);

  return {
    view,
    unread: unreadParameter(parameters),
    words: draft ?? q,
    type: setDraft,
    search() {
      if (draft !== null && draft.trim() !== q) followWords(draft.trim());
    },
    go(next: CatalogueView) {
      // The displayed view may be older than the address or the typed text. A choice that is not about words keeps them.
      const q = next.q === view.q ? (draft?.trim() ?? viewOfAddress().q) : next.q;
      setDraft(q);
      window.history.pushState(null, '', catalogueAddress(q === next.q ? next : { ...next, q, page: 1 }));
    },
  };
}

/** The first letter adds a history entry; further letters replace it. */
function followWords(q: string): void {
  const here = viewOfAddress();
  const address = catalogueAddress({ ...here, q, page: 1 });
  if (here.q === '' || q === '') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}

function viewOfAddress(): CatalogueView {
  return readCatalogueView(catalogueParameters(new URLSearchParams(window.location.search)));
}
