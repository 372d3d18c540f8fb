import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { ProductRecord } from '../store/catalogue.ts';

/** No id is longer, and no slug: a longer name need not be looked up. */
const longestName = 200;

/** How ids begin. No slug has an underscore, so that a name tells which of them it is. */
const idOfProduct = /^prd_/;
const idOfTemplate = /^tpl_/;

/** By id or slug, and where `orTemplate` by the id of its template, too. */
export function findProduct(
  { caches, store }: Context,
  name: string,
  orTemplate = false,
): ProductRecord | undefined | Promise<ProductRecord | undefined> {
  if (name.length > longestName) return undefined;
  const isTemplate = idOfTemplate.test(name);
  if (isTemplate && !orTemplate) return undefined;
  const { products, unknownNames } = caches;
  if (unknownNames.get(name)) return undefined;
  const by = isTemplate ? 'template' : idOfProduct.test(name) ? 'id' : 'slug';
  const looked = products.getOrMake(name, async () => {
    const { generation } = unknownNames;
    const found = await store.catalogue.findProduct(by, name);
    // Unknown names are remembered apart: however many somebody makes up, they push out no product.
    if (!found) unknownNames.set(name, true, generation);
    return { found };
  });
  return looked instanceof Promise ? looked.then(({ found }) => found) : looked.found;
}

/** The product by its id or slug, online or not. */
export function requireProduct(context: Context, name: string): ProductRecord | Promise<ProductRecord> {
  const found = findProduct(context, name);
  return found instanceof Promise ? found.then((product) => required(product, name)) : required(found, name);
}

function required(product: ProductRecord | undefined, name: string): ProductRecord {
  if (product) return product;
  throw new Problem('not-found', `There is no product with the id or slug ${JSON.stringify(name)}.`);
}
