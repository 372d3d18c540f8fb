import { z } from 'zod';
import type { CatalogueOrder, Face } from '../../lib/face/face.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ComingMark } from '../../lib/product/card-list.ts';
import { comingMark } from '../../lib/product/coming-price.ts';
import { tagValue } from '../../lib/product/product-card.ts';
import { kindNumbers } from '../../lib/product/tag-kinds.ts';
import type { Context } from '../context.ts';
import { wholeParameter } from '../list-parameters.ts';
import { rightSentence } from '../rights.ts';
import type { Audience } from '../store/catalogue/audience.ts';
import type { ListFilter, SearchReading } from '../store/catalogue/catalogue.ts';
import { type ListQuery, listQuery } from '../store/catalogue/list-query.ts';
import { readComingPrices } from './coming-prices.ts';
import { type Published, publishedKinds } from '../store/sql/job.ts';

/** The query of `GET /api/catalogue`: that of the product list, for online products only. */
export const catalogueQuery = listQuery.pick({
  page: true,
  pageSize: true,
  tag: true,
  q: true,
  sort: true,
  facets: true,
});

export type CatalogueQuery = z.output<typeof catalogueQuery>;

export interface CataloguePage extends ListPage {
  /** The number of APIs among the entries. */
  apis: number;
  /** Where no other is asked for; absent: by name. */
  usualSort?: CatalogueOrder;
  /** What is announced of the prices of products of the page. Absent: nothing. */
  coming?: ComingMark[];
  /** How a search was understood, or what to try if it finds nothing. */
  search: Partial<SearchReading> & { instead?: Instead };
}

type Filter = Omit<ListFilter, 'audience'>;

interface Instead {
  words: string[];
  products: { slug: string; name: string }[];
}

const mostPopular = 4;
const named = z.array(z.object({ slug: z.string(), name: z.string() }));

/** Searches that are like one that finds nothing, and products that are called most, of `only` these if given. */
export async function findInstead(context: Context, q: string, only?: readonly number[]): Promise<Instead> {
  const { catalogue } = context.store;
  const all = await orderProducts(context, {
    type: undefined,
    tag: [],
    q: undefined,
    sort: 'popular',
    status: '1',
  });
  const keys = only ? all.filter((key) => only.includes(key)) : all;
  const cards = await catalogue.productTexts([...keys.subarray(0, mostPopular)], 'card');
  return {
    words: await catalogue.nearestSearches(q, context.audience),
    products: named.parse(JSON.parse(`[${cards}]`)),
  };
}

async function understood(
  context: Context,
  q: string | undefined,
  total: number,
): Promise<CataloguePage['search']> {
  if (q === undefined) return {};
  return total === 0
    ? { instead: await findInstead(context, q) }
    : context.store.catalogue.readingOf(q, context.audience);
}

/** A page of the catalogue. Each API is one entry. */
export async function listCatalogue(context: Context, query: CatalogueQuery): Promise<CataloguePage> {
  const { catalogue } = context.store;
  const filter = { ...query, status: '1' as const, type: undefined };
  const { catalogueOrder } = await context.face.read();
  const order = await orderEntries(context, await inUsualOrder(context, filter));
  const from = (query.page - 1) * query.pageSize;
  const keys = [...order.subarray(from, from + query.pageSize)];
  const coming = await readComingPrices(context, keys);
  return {
    items: await catalogue.entryTexts(keys, context.audience),
    total: order.length,
    apis: order.reduce((count, key) => count + Number(key < 0), 0),
    ...(catalogueOrder !== 'name' && { usualSort: catalogueOrder }),
    ...(coming.size > 0 && {
      coming: [...coming].map(([slug, price]) => comingMark(slug, price)),
    }),
    search: await understood(context, query.q, order.length),
    facets: query.facets && (await countFacets(context, filter)),
  };
}

/** As JSON. Tags of one type widen a choice, so the counts of a type ignore its own selection. */
async function countFacets({ audience, caches, store }: Context, filter: Filter): Promise<string> {
  const name = JSON.stringify([filter.type, filter.tag, filter.q, filter.status, audience.name]);
  return caches.facets.getOrMake(name, async () => {
    const counts = await store.catalogue.countTags({ ...filter, audience });
    const tags = await store.catalogue.readTags(counts.map(({ tagKey }) => tagKey));
    const countOf = new Map(counts.map(({ tagKey, count }) => [tagKey, count]));
    const counted = tags
      .map((tag) => ({
        kind: tag.kind,
        place: tag.position ?? Number.MAX_SAFE_INTEGER,
        value: { ...tagValue(tag), count: countOf.get(tag.key) ?? 0 },
      }))
      .sort(
        (a, b) =>
          a.place - b.place || b.value.count - a.value.count || (a.value.name < b.value.name ? -1 : 1),
      );
    const facets = kindNumbers.map((type) => ({
      type,
      tags: counted.filter(({ kind }) => kind === type).map(({ value }) => value),
    }));
    return JSON.stringify(facets);
  });
}

/** Calls change the popularity all the time. An order stays for a while, or pages would repeat products. */
const popularForMs = 10 * 60_000;
const popularPeriod = () => Math.floor(Date.now() / popularForMs);

/** A part of the names of cached lists: where the operator orders by calls, lists are made anew in each period. */
export function periodOfLists({ catalogueOrder }: Face): string {
  return catalogueOrder === 'popular' ? `${popularPeriod()} ` : '';
}

/** A list in the order of the operator, where no other and no search is asked for. */
export async function inUsualOrder<Query extends Partial<Pick<ListFilter, 'q' | 'sort'>>>(
  { face }: Pick<Context, 'face'>,
  query: Query,
): Promise<Query & Pick<ListFilter, 'usual'>> {
  if (query.q !== undefined || query.sort !== undefined) return query;
  return { ...query, usual: (await face.read()).catalogueOrder };
}

/** The keys of all matching products, cached until a publication, so that deep pages cost no more. */
export async function orderProducts(
  { audience, caches, store }: Context,
  filter: Filter,
): Promise<Int32Array> {
  return caches.orders.getOrMake(nameOf(filter, audience), () =>
    store.catalogue.productKeys({ ...filter, audience }),
  );
}

/** The same with each API as one entry. */
async function orderEntries({ audience, caches, store }: Context, filter: Filter): Promise<Int32Array> {
  return caches.orders.getOrMake(`entries ${nameOf(filter, audience)}`, () =>
    store.catalogue.entryKeys({ ...filter, audience }),
  );
}

function nameOf({ type, tag, q, sort, usual, status }: Filter, audience: Audience): string {
  const period = (sort ?? usual) === 'popular' ? popularPeriod() : 0;
  return JSON.stringify([type, tag, q, sort, usual, status, period, audience.name]);
}

/** A page of a list. Items and facets are JSON, as stored. */
export interface ListPage {
  items: string;
  total: number;
  facets: string | undefined;
}

export async function listProducts(
  context: Context,
  { seesOffline, only }: { seesOffline: boolean; only?: readonly number[] | null | undefined },
  query: ListQuery & Pick<ListFilter, 'usual'>,
): Promise<ListPage> {
  if (query.status !== '1' && !seesOffline) {
    throw new Problem('forbidden', rightSentence('read-offline-products'), [
      { parameter: 'status', detail: `status is "${query.status}"; you can use 1 only` },
    ]);
  }
  const all = await orderProducts(context, query);
  const wanted = only && new Set(only);
  const order = wanted ? all.filter((key) => wanted.has(key)) : all;
  const from = (query.page - 1) * query.pageSize;
  const keys = [...order.subarray(from, from + query.pageSize)];
  return {
    items: await context.store.catalogue.productTexts(keys, query.view),
    total: order.length,
    facets: query.facets && (await countFacets(context, query)),
  };
}

/** The query of the catalogue page. */
export const cataloguePageQuery = listQuery.pick({
  page: true,
  pageSize: true,
  tag: true,
  q: true,
  sort: true,
});

export type CataloguePageQuery = z.output<typeof cataloguePageQuery>;

/** The part of a list that is too long for one file. */
export const partQuery = z.object({
  page: wholeParameter(1, 1_000_000, 'a whole number from 1 to 1000000').optional(),
});

/**
 * Counts publications by kind. The writing process sends its counts with each request. The reading process drops its
 * caches of each kind whose count has grown, so it never shows data older than an acknowledged write.
 */
export class PublishedCounts {
  readonly #counts = new Map<Published, number>();

  count(what: Published): void {
    this.#counts.set(what, this.#of(what) + 1);
  }

  toString(): string {
    return publishedKinds.map((kind) => this.#of(kind)).join('.');
  }

  /** Requests may arrive out of order, so lower counts are ignored. */
  catchUp(sent: string, drop: (what: Published) => void): void {
    const counts = sent.split('.').map(Number);
    for (const [index, kind] of publishedKinds.entries()) {
      const count = counts[index] ?? 0;
      if (!(count > this.#of(kind))) continue;
      this.#counts.set(kind, count);
      drop(kind);
    }
  }
  #of(kind: Published): number {
    return this.#counts.get(kind) ?? 0;
  }
}
