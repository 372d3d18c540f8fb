import type { ToldChange } from '../../lib/product/told-change.ts';
import type { Context } from '../context.ts';
import { comingPrice } from '../products/coming-prices.ts';
import { sees } from '../store/catalogue/audience.ts';
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
  { before, most }: PageWish,
): Promise<ToldChanges> {
  const now = new Date();
  const restricted = new Map((await store.catalogue.restricted()).map((one) => [one.key, one.visibility]));
  const list: ToldChange[] = [];
  let next: number | null = before ?? null;
  do {
    const page = await store.plannedVersions.announced({ before: next ?? undefined, most }, now);
    next = page.next;
    for (const row of page.rows) {
      const { key } = row.product;
      if (!sees(audience, { key, visibility: restricted.get(key) ?? 0 })) continue;
      // The rest of this page begins the next one.
      if (list.length === most) return { list, next: list.at(-1)?.plan ?? null };
      list.push(toldChange(row));
    }
  } while (next !== null && list.length < most);
  return { list, next };
}

function toldChange(row: AnnouncedOfProduct): ToldChange {
  const { key: plan, state, changedAt, product } = row;
  const { slug, name } = product;
  return { ...comingPrice(row), plan, state, toldAt: changedAt.toISOString(), product: { slug, name } };
}
