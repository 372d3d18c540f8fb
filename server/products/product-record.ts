import { portal } from '../portal.ts';

/** What a product's name stands for. Its texts are read where they are answered. */
export interface ProductRecord {
  key: number;
  id: string;
  slug: string;
  status: number;
  versionKey: number;
}

/** No id is longer, and no slug: what is need not be looked for. */
const longestName = 200;

/** By id or slug, and where `orTemplate` by the id of its template first. */
export function findProduct(
  name: string,
  orTemplate = false,
): ProductRecord | undefined | Promise<ProductRecord | undefined> {
  if (name.length > longestName) return undefined;
  const { products } = portal().cache;
  const looked = products.getOrMake(`${orTemplate ? 'template' : 'product'} ${name}`, async () => ({
    found: await readProduct(name, orTemplate),
  }));
  return looked instanceof Promise ? looked.then(({ found }) => found) : looked.found;
}

async function readProduct(name: string, orTemplate: boolean): Promise<ProductRecord | undefined> {
  const { product } = portal().database;
  const select = { key: true, id: true, slug: true, status: true, versionKey: true };
  const byTemplate = orTemplate
    ? await product.findFirst({
        where: { version: { template: { id: name } } },
        orderBy: { key: 'asc' },
        select,
      })
    : null;
  const found =
    byTemplate ??
    (await product.findUnique({ where: { id: name }, select })) ??
    (await product.findUnique({ where: { slug: name }, select }));
  return found ?? undefined;
}
