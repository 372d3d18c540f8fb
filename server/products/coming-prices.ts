import { type ComingPrice } from '../../lib/product/coming-price.ts';
import type { Context } from '../context.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import type { AnnouncedVersion } from '../store/catalogue/read-planned-versions.ts';

/** What is announced of a product; undefined if nothing is, or its moment has come. */
export async function readComingPrice(
  { store }: Pick<Context, 'store'>,
  { key, nextAt }: Pick<ProductRecord, 'key' | 'nextAt'>,
): Promise<(ComingPrice & { versionKey: number }) | undefined> {
  if (nextAt === null) return undefined;
  const found = (await store.plannedVersions.coming([key], new Date())).get(key);
  return found && { ...comingPrice(found), versionKey: found.versionKey };
}

/** What is announced of some products, by their slugs. */
export async function readComingPrices(
  { store }: Pick<Context, 'store'>,
  productKeys: readonly number[],
): Promise<ReadonlyMap<string, ComingPrice>> {
  const planned = await store.catalogue.planned();
  const keys = productKeys.filter((key) => planned.has(key));
  const found = await store.plannedVersions.coming(keys, new Date());
  return new Map([...found.values()].map((one) => [one.slug, comingPrice(one)]));
}

export function comingPrice({
  effectiveAt,
  price,
  before,
  mayCostMore,
  reason,
}: AnnouncedVersion): ComingPrice {
  return { at: effectiveAt.toISOString(), price, before, mayCostMore, reason };
}
