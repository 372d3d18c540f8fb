import type { Context } from '../portal/context.ts';
import type { ListFilter } from '../store/catalogue.ts';

/** Calls change the popularity all the time. An order stays for a while, or pages would repeat products. */
const popularForMs = 10 * 60_000;

/** The keys of all matching products, cached until a publication, so that deep pages cost no more. */
export async function orderProducts({ caches, store }: Context, filter: ListFilter): Promise<Int32Array> {
  return caches.orders.getOrMake(nameOf(filter), () => store.catalogue.productKeys(filter));
}

/** The same with each API as one entry. */
export async function orderEntries({ caches, store }: Context, filter: ListFilter): Promise<Int32Array> {
  return caches.orders.getOrMake(`entries ${nameOf(filter)}`, () => store.catalogue.entryKeys(filter));
}

function nameOf({ type, tag, q, sort, status }: ListFilter): string {
  const period = sort === 'popular' ? Math.floor(Date.now() / popularForMs) : 0;
  return JSON.stringify([type, tag, q, sort, status, period]);
}
