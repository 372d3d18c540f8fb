import type { ToldChange } from '../../lib/product/told-change.ts';
import type { Context } from '../context.ts';
import { comingPrice } from '../products/coming-prices.ts';
import type { AnnouncedOfProduct } from '../store/catalogue/read-planned-versions.ts';
import type { PageWish } from '../store/prisma-reads.ts';

export interface ToldChanges {
  list: ToldChange[];
  /** Where older ones begin; null if there are none. */
  next: number | null;
}

/** What was announced of prices, and what became of it, the last first: of products that the audience sees. */
export async function readToldChanges(
  { store, audience }: Pick<Context, 'store' | 'audience'>,
  wish: PageWish,
): Promise<ToldChanges> {
  const { rows, next } = await store.plannedVersions.announced(audience, wish, new Date());
  return { list: rows.map(toldChange), next };
}

function toldChange(row: AnnouncedOfProduct): ToldChange {
  const { key: plan, state, changedAt, product } = row;
  const { slug, name } = product;
  return { ...comingPrice(row), plan, state, toldAt: changedAt.toISOString(), product: { slug, name } };
}
