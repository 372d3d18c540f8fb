import type { Context } from '../portal/context.ts';
import type { ListFilter } from '../store/catalogue.ts';

/** Calls change what is popular all the time; an order stays for so long as it was found, or pages would repeat products. */
const popularForMs = 10 * 60_000;

/**
 * The keys of all products that match. Found once for each filter and kept until something is published, so that no
 * page costs more than another, however deep.
 */
export async function orderProducts({ caches, store }: Context, filter: ListFilter): Promise<Int32Array> {
  return caches.orders.getOrMake(nameOf(filter), () => store.catalogue.productKeys(filter));
}

/** The same where each API is one entry. */
export async function orderEntries({ caches, store }: Context, filter: ListFilter): Promise<Int32Array> {
  return caches.orders.getOrMake(`entries ${nameOf(filter)}`, () => store.catalogue.entryKeys(filter));
}

/** What tells one order from another. */
function nameOf({ type, tag, q, sort, status }: ListFilter): string {
  const period = sort === 'popular' ? Math.floor(Date.now() / popularForMs) : 0;
  return JSON.stringify([type, tag, q, sort, status, period]);
}
