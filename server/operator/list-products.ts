import { z } from 'zod';
import { type Outcomes, shareOf } from '../../lib/operator/health.ts';
import { type Next, productOrders } from '../../lib/operator/list-orders.ts';
import type { OperatorProductList } from '../../lib/operator/products.ts';
import { visibility } from '../../lib/product/catalogue-entry.ts';
import { invalidParameter } from '../../lib/problem/problem.ts';
import { foldedText } from '../../lib/text/names.ts';
import { mostFound, orUnknown, refuseUnlessFew } from '../calls/list-calls.ts';
import type { Context } from '../context.ts';
import { filterText, keptParameter, orderedParameters, ownerOf } from '../list-parameters.ts';
import { orderProducts } from '../products/list-catalogue.ts';
import { spans, startOf } from '../store/calls/usage-sums.ts';
import { visibilityNumber, visibilityOf } from '../store/catalogue/audience.ts';
import { listQuery } from '../store/catalogue/list-query.ts';
import type { Place } from '../store/order-rows.ts';
import type { Store } from '../store/store.ts';
import { brokenKeys, keeping, readHealth } from './read-health.ts';

const productStates = ['online', 'failing', 'offline', 'archived'] as const;

const { sort, ...parameters } = orderedParameters(productOrders);

export const productsQuery = z.object({
  q: listQuery.shape.q,
  state: z
    .enum(productStates, productStates.join(', '))
    .optional()
    .meta({ description: 'Only products in this state. Without it, all but those in the archive.' }),
  api: filterText('Only operations of APIs with this slug, or with this text in their slug or name.'),
  kept: keptParameter('products'),
  seen: z
    .enum(visibility.options, visibility.options.join(', '))
    .optional()
    .meta({ description: 'Only products that these people see.' }),
  ...parameters,
  sort: sort
    .unwrap()
    .optional()
    .meta({
      ...sort.meta(),
      description: `${sort.meta()?.description} A search is in its own order otherwise.`,
    }),
});

type ProductsQuery = z.output<typeof productsQuery>;
type State = keyof OperatorProductList['counts'];

const nothing: OperatorProductList = {
  list: [],
  counts: { all: 0, online: 0, failing: 0, offline: 0, archived: 0 },
  next: null,
};

/** The products on and off line, how their calls end, and how many there are in each state. */
export function listOperatorProducts(context: Context, query: ProductsQuery): Promise<OperatorProductList> {
  return orUnknown(nothing, () => list(context, query));
}

async function list(context: Context, query: ProductsQuery): Promise<OperatorProductList> {
  const { state = 'all', before, pageSize } = query;
  const week = await weekOf(context.store, Date.now());
  const [ordered, only] = await Promise.all([inOrder(context, query, week), filtered(context, query)]);
  const of = await byState(context, only ? ordered.filter((key) => only.has(key)) : ordered);
  const keys = of[state];
  const from = beginOf(keys, before);
  const page = [...keys.subarray(from, from + pageSize)];
  return {
    list: await listed(context.store, page, week),
    counts: {
      ...{ all: of.all.length, online: of.online.length, failing: of.failing.length },
      ...{ offline: of.offline.length, archived: of.archived.length },
    },
    next: nextOf(page, from, keys.length),
  };
}

/** The keys that the filters allow, cached as orders are; undefined for all. */
async function filtered(
  { store, caches }: Context,
  { api, kept, seen }: ProductsQuery,
): Promise<Set<number> | undefined> {
  if (api === undefined && kept === undefined && seen === undefined) return undefined;
  const apiKeys = api === undefined ? undefined : await store.apis.find(foldedText(api), mostFound + 1);
  if (apiKeys) refuseUnlessFew('API', api ?? '', apiKeys.length);
  const visibility = seen && visibilityNumber(seen);
  const keys = await caches.orders.getOrMake(`console ${JSON.stringify([apiKeys, kept, visibility])}`, () =>
    store.publications.keysThat({ apiKeys, owner: ownerOf(kept), visibility }),
  );
  return new Set(keys);
}

type Week = ReadonlyMap<number, Outcomes>;

async function inOrder(context: Context, { q, sort }: ProductsQuery, week: Week): Promise<Int32Array> {
  const found = q === undefined ? undefined : await matching(context, q, 'all');
  if (found && sort === undefined) return found;
  const [byName] = productOrders;
  const { column, isDescending } = sort ?? { column: byName, isDescending: false };
  const all = await orderOf(context, column.name, isDescending, week);
  const isFound = found && new Set(found);
  return isFound ? all.filter((key) => isFound.has(key)) : all;
}

type Column = (typeof productOrders)[number]['name'];

/** Orders of what is published are cached until a publication. Sums of calls change, so that these are sorted anew. */
async function orderOf(
  { caches, store }: Context,
  column: Column,
  isDescending: boolean,
  week: Week,
): Promise<Int32Array> {
  const kept = (by: 'name' | 'price' | 'changed') =>
    caches.orders.getOrMake(`console ${by}`, () => store.publications.keysBy(by));
  if (column !== 'calls' && column !== 'failed') {
    const keys = await kept(column);
    return isDescending ? keys.toReversed() : keys;
  }
  const sign = isDescending ? -1 : 1;
  const amountOf = (key: number) => {
    const outcomes = week.get(key) ?? noCalls;
    return column === 'calls' ? outcomes.calls : shareOf(outcomes);
  };
  const byName = await kept('name');
  const called = byName.filter((key) => week.has(key));
  called.sort((one, other) => sign * (amountOf(one) - amountOf(other)));
  const others = byName.filter((key) => !week.has(key));
  return joined(isDescending ? [called, others] : [others, called]);
}

function joined([first, second]: [Int32Array, Int32Array]): Int32Array {
  const all = new Int32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function matching(context: Context, q: string | undefined, status: 'all' | '1'): Promise<Int32Array> {
  return orderProducts(context, { type: undefined, tag: [], q, sort: undefined, status });
}

async function byState(context: Context, keys: Int32Array): Promise<Record<State, Int32Array>> {
  const [broken, archivedKeys, onlineKeys] = await Promise.all([
    brokenKeys(context.store, Date.now()),
    context.store.publications.archivedKeys(),
    matching(context, undefined, '1'),
  ]);
  const isBroken = new Set(broken.map(({ key }) => key));
  const isArchived = new Set(archivedKeys);
  const isOnline = new Set(onlineKeys);
  const all = keys.filter((key) => !isArchived.has(key));
  return {
    all,
    online: all.filter((key) => isOnline.has(key)),
    failing: all.filter((key) => isBroken.has(key)),
    offline: all.filter((key) => !isOnline.has(key)),
    archived: keys.filter((key) => isArchived.has(key)),
  };
}

/** Where a page begins. If the last row of the page before is gone, the next one has its place. */
function beginOf(keys: Int32Array, before: Place | undefined): number {
  if (!before) return 0;
  const { key, value = '' } = before;
  if (!/^\d{1,9}$/.test(value)) throw invalidParameter('before', 'before is not the text `next` of a page.');
  const at = keys.indexOf(key);
  return at === -1 ? Number(value) : at + 1;
}

function nextOf(page: number[], from: number, total: number): Next {
  const end = from + page.length;
  return end < total ? `${page.at(-1)}.${end - 1}` : null;
}

const noCalls: Outcomes = { calls: 0, failed: 0 };
const hourMs = 60 * 60_000;
const dayHours = 24;
const weekDays = 7;
const mostProducts = 1_000_000;
/** In a large portal nobody waits for the sums. */
const sums = keeping<Week>({ keptMs: 5_000, servedMs: 60_000 });

/** The calls of today and of the six days before, by `Product.key`. */
function weekOf(store: Store, nowMs: number): Promise<Week> {
  return sums(store, 'week', nowMs, async () => {
    const today = startOf(spans.day, Math.floor(nowMs / hourMs));
    const between = { from: today - (weekDays - 1) * dayHours, before: today + dayHours };
    const rows = await store.usage.top('product', 'day', between, mostProducts);
    return new Map(rows.map(({ subject, calls, failed }) => [subject, { calls, failed }]));
  });
}

async function listed(store: Store, keys: number[], week: Week): Promise<OperatorProductList['list']> {
  const [products, healthOf] = await Promise.all([
    store.publications.listed(keys),
    readHealth(store, keys, Date.now()),
  ]);
  return keys.flatMap((key) => {
    const product = products.get(key);
    if (!product) return [];
    const { id, slug, name, status, priceFrom, priceTo, file, archivedAt, updatedAt } = product;
    return {
      ...{ id, slug, name, status: status === 1 ? ('online' as const) : ('offline' as const) },
      archivedAt: archivedAt?.toISOString() ?? null,
      price: { from: Number(priceFrom), to: Number(priceTo) },
      ...{ keptIn: file, visibility: visibilityOf(product.visibility) },
      ...{ changedAt: updatedAt.toISOString(), week: week.get(key) ?? noCalls, health: healthOf(key) },
    };
  });
}
