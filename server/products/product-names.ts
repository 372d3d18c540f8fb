import { portal } from '../portal/portal.ts';

export interface ProductName {
  id: string;
  slug: string;
  name: string;
}

/** What people call the products with these ids. */
export function readProductNames(ids: string[]): Promise<ProductName[]> {
  const select = { id: true, slug: true, name: true };
  return portal().database.product.findMany({ where: { id: { in: ids } }, select });
}
