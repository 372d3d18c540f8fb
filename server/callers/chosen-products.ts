import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { readProduct } from '../products/find-product.ts';
import type { Store } from '../store/store.ts';

/** The keys of products by id or slug; null for all. */
export async function chosenProducts(
  store: Pick<Store, 'catalogue'>,
  names: string[] | null,
): Promise<number[] | null> {
  if (names === null) return null;
  const found = await Promise.all(names.map((name) => readProduct(store, name)));
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
