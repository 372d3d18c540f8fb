import { portal } from '../portal/portal.ts';

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

/** How ids begin. No slug has an underscore, so that a name tells which of them it is. */
const idOfProduct = /^prd_/;
const idOfTemplate = /^tpl_/;

/** By id or slug, and where `orTemplate` by the id of its template, too. */
export function findProduct(
  name: string,
  orTemplate = false,
): ProductRecord | undefined | Promise<ProductRecord | undefined> {
  if (name.length > longestName) return undefined;
  const isTemplate = idOfTemplate.test(name);
  if (isTemplate && !orTemplate) return undefined;
  const { products, unknownNames } = portal().cache;
  if (unknownNames.get(name)) return undefined;
  const read = isTemplate ? byTemplate : idOfProduct.test(name) ? byId : bySlug;
  const looked = products.getOrMake(name, () => look(name, read));
  return looked instanceof Promise ? looked.then(({ found }) => found) : looked.found;
}

/** Names that nobody has are remembered apart: however many somebody makes up, they push out no product. */
async function look(name: string, read: typeof byId): Promise<{ found: ProductRecord | undefined }> {
  const { unknownNames } = portal().cache;
  const { generation } = unknownNames;
  const found = (await read(name)) ?? undefined;
  if (!found) unknownNames.set(name, true, generation);
  return { found };
}

const select = { key: true, id: true, slug: true, status: true, versionKey: true };

function byId(id: string): Promise<ProductRecord | null> {
  return portal().database.product.findUnique({ where: { id }, select });
}

function bySlug(slug: string): Promise<ProductRecord | null> {
  return portal().database.product.findUnique({ where: { slug }, select });
}

function byTemplate(id: string): Promise<ProductRecord | null> {
  return portal().database.product.findFirst({
    where: { version: { template: { id } } },
    orderBy: { key: 'asc' },
    select,
  });
}
