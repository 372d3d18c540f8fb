import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { groupTitle, type ProductPlace } from '../../lib/product/api-page.ts';
import { type Product, product } from '../../lib/product/product.ts';
import type { Context } from '../context.ts';
import { JsonText } from '../json-text.ts';
import { requireProduct } from './find-product.ts';
import { readGroups } from './read-api-page.ts';

export const infoQuery = z.object({
  id: z
    .string()
    .max(200, 'at most 200 characters')
    .optional()
    .meta({ description: 'Id or slug of the product.' }),
});

/** A product, online or not. */
export async function readProduct(
  context: Context,
  { id }: z.output<typeof infoQuery>,
): Promise<JsonText<Product>> {
  if (id === undefined) {
    throw new Problem('missing-parameter', 'The id is missing: send ?id= with the id or slug of a product.', [
      { parameter: 'id', detail: 'id is required' },
    ]);
  }
  const { key } = await requireProduct(context, id);
  return new JsonText(await context.store.catalogue.productTexts([key]), (json) => product.parse(json));
}

/** The place of a product in its API; undefined if it has none. */
export async function readProductPlace(
  { store }: Context,
  productKey: number,
): Promise<ProductPlace | undefined> {
  const place = await store.catalogue.findPlace(productKey);
  if (!place) return undefined;
  const { api, groupIndex, previous, next } = place;
  const groups = readGroups(api.groups);
  const group = groups[groupIndex];
  const title = group ? groupTitle(group, groups.length) : null;
  return {
    api: { slug: api.slug, name: api.name },
    group: group && title !== null ? { id: group.id, title } : null,
    previous,
    next,
  };
}
