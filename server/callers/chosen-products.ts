import { invalidBody } from '../../lib/problem/invalid-body.ts';
import type { Context } from '../portal/context.ts';
import { findProduct } from '../products/find-product.ts';

/** The keys of products by id or slug; null for all. */
export async function chosenProducts(context: Context, names: string[] | null): Promise<number[] | null> {
  if (names === null) return null;
  const found = await Promise.all(names.map(async (name) => findProduct(context, name)));
  const faults = found.flatMap((product, index) =>
    product
      ? []
      : [
          {
            pointer: `/products/${index}`,
            detail: `There is no product with the id or slug ${JSON.stringify(names[index])}.`,
          },
        ],
  );
  if (faults.length > 0) throw invalidBody(faults);
  return [...new Set(found.flatMap((product) => product?.key ?? []))].sort((a, b) => a - b);
}
