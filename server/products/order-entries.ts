import { portal } from '../portal/portal.ts';
import { orderName, orderProducts } from './order-products.ts';
import { findApiKeys, findEntryKeys } from '../store/sqlite/catalogue/sqlite-entries.ts';
import type { ListFilter } from '../store/sqlite/catalogue/sqlite-search.ts';
import { tagChoices } from './tag-choices.ts';

/**
 * The keys of all entries of the catalogue that match, in an order that is total: products by themselves, and APIs, whose
 * keys are negative. A search has the APIs that it names first, then products, also those of an API.
 */
export async function orderEntries(filter: ListFilter): Promise<Int32Array> {
  return portal().cache.orders.getOrMake(`entries ${orderName(filter)}`, async () => {
    const choices = await tagChoices(filter.tag);
    if (choices === null) return new Int32Array();
    if (filter.q === undefined) return findEntryKeys(filter, choices);
    const [apis, products] = [await findApiKeys(filter, choices), await orderProducts(filter)];
    const entries = new Int32Array(apis.length + products.length);
    entries.set(apis);
    entries.set(products, apis.length);
    return entries;
  });
}
