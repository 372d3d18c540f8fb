import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { type BufferedResponse, cacheableText } from '../http/response.ts';
import { portal } from '../portal/portal.ts';
import { findProduct, type ProductRecord } from './product-record.ts';

export const infoQuery = z.object({
  id: z
    .string()
    .max(200, 'at most 200 characters')
    .optional()
    .meta({ description: 'Id or slug of the product.' }),
});

export async function productInfo({ id }: z.output<typeof infoQuery>): Promise<BufferedResponse> {
  if (id === undefined) {
    throw new Problem('missing-parameter', 'The id is missing: send ?id= with the id or slug of a product.', [
      { parameter: 'id', detail: 'id is required' },
    ]);
  }
  const { key } = await requireProduct(id);
  return cacheableText(portal().catalogue.readProductTexts([key]), 'application/json');
}

/** The product by its id or slug, online or not; 404 where there is none. */
export function requireProduct(name: string): ProductRecord | Promise<ProductRecord> {
  const found = findProduct(name);
  return found instanceof Promise ? found.then((product) => required(product, name)) : required(found, name);
}

function required(product: ProductRecord | undefined, name: string): ProductRecord {
  if (product) return product;
  throw new Problem('not-found', `There is no product with the id or slug ${JSON.stringify(name)}.`);
}
