import { portal } from '../portal/portal.ts';
import { findProductKeys, type ListFilter } from '../store/sqlite/catalogue/sqlite-search.ts';
import { tagChoices } from './tag-choices.ts';

/** Calls change what is popular all the time; for so long it stays as it was found, or pages would repeat products. */
const popularForMs = 10 * 60_000;

/**
 * The keys of all products that match, in an order that is total. Found once for each filter and kept until
 * something is published, so that no page costs more than another, however deep.
 */
export async function orderProducts(filter: ListFilter): Promise<Int32Array> {
  const { orders } = portal().cache;
  return orders.getOrMake(orderName(filter), async () => {
    const choices = await tagChoices(filter.tag);
    return choices === null ? new Int32Array() : findProductKeys(filter, choices);
  });
}

/** What tells one order from another. */
export function orderName({ type, tag, q, sort, status }: ListFilter): string {
  const period = sort === 'popular' ? Math.floor(Date.now() / popularForMs) : 0;
  return JSON.stringify([type, tag, q, sort, status, period]);
}
