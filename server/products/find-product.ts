import { versionInForce } from '../../lib/product/planned-version.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { type Audience, sees } from '../store/catalogue/audience.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import type { Store } from '../store/store.ts';

/** Longer than every id and slug, so longer names need no lookup. */
const longestName = 200;

/** The prefix of ids. Slugs have no underscore, so they cannot be confused. */
const idOfProduct = /^prd_/;
const idOfTemplate = /^tpl_/;

/**
 * Finds a product by id or slug, and with `orTemplate` also by its template id. One that the audience of the context must
 * not see is none.
 */
export function findProduct(
  { audience, caches, store }: Context,
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
    // Unknown names have their own cache, so that invented names cannot evict products.
    if (!found) unknownNames.set(name, true, generation);
    return { found };
  });
  const seen = ({ found }: { found: ProductRecord | undefined }) =>
    found && sees(audience, found) ? inForce(found) : undefined;
  return looked instanceof Promise ? looked.then(seen) : seen(looked);
}

/** The product by its id or slug, if it is at hand: a call that is refused costs no look-up. */
export function productAtHand(
  { audience, caches }: Pick<Context, 'audience' | 'caches'>,
  name: string,
): ProductRecord | undefined {
  const found = caches.products.get(name)?.found;
  return found && sees(audience, found) ? inForce(found) : undefined;
}

/** The product with the version by which its calls are priced now. A hold decides it anew, by the clock of the database. */
function inForce(product: ProductRecord): ProductRecord {
  return product.nextAt === null ? product : withVersion(product, versionInForce(product, Date.now()));
}

export function withVersion(product: ProductRecord, versionKey: number): ProductRecord {
  if (versionKey === product.versionKey) return product;
  return Object.assign({}, product, { versionKey, nextVersionKey: null, nextAt: null });
}

/** The product by its id or slug as the store has it. */
export async function readProduct(
  { catalogue }: Pick<Store, 'catalogue'>,
  name: string,
  audience: Audience,
): Promise<ProductRecord | undefined> {
  const found = await catalogue.findProduct(idOfProduct.test(name) ? 'id' : 'slug', name);
  return found && sees(audience, found) ? inForce(found) : undefined;
}

/** The product by its id or slug, online or not. */
export function requireProduct(context: Context, name: string): ProductRecord | Promise<ProductRecord> {
  const found = findProduct(context, name);
  return found instanceof Promise ? found.then((product) => required(product, name)) : required(found, name);
}

function required(product: ProductRecord | undefined, name: string): ProductRecord {
  if (product) return product;
  throw noSuchProduct(name);
}

export function noSuchProduct(name: string): Problem {
  return new Problem('not-found', `There is no product with the id or slug ${JSON.stringify(name)}.`);
}
