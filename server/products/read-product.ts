import { z } from 'zod';
import { type Product, product } from '../../lib/product/product.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { JsonText } from '../json-text.ts';
import type { Context } from '../portal/context.ts';
import { requireProduct } from './find-product.ts';

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
