import { z } from 'zod';
import type { OperatorProductList } from '../../lib/operator/products.ts';
import type { Context } from '../portal/context.ts';
import { listParameters, pageWish } from './list-parameters.ts';
import { readHealth } from './read-health.ts';

export const productHealthQuery = z.object({
  state: z
    .enum(['online', 'offline'], 'online or offline')
    .optional()
    .meta({ description: 'Only products that are.' }),
  ...listParameters,
});

/** The products on and off line, and how their calls end. */
export async function listProductHealth(
  { store }: Context,
  { state, ...query }: z.output<typeof productHealthQuery>,
): Promise<OperatorProductList> {
  const status = state && Number(state === 'online');
  const { rows, next } = await store.overview.products(pageWish(query), status);
  const healthOf = await readHealth(
    store,
    rows.map(({ key }) => key),
    Date.now(),
  );
  const list = rows.map(({ key, status: stored, ...product }) => ({
    ...product,
    status: stored === 1 ? ('online' as const) : ('offline' as const),
    health: healthOf(key),
  }));
  return { list, next };
}
