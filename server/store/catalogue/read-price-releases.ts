import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageWish } from '../prisma-reads.ts';

export interface PriceRelease {
  number: number;
  versionKey: number;
  /** The number of that version. */
  version: number;
  publishedAt: Date;
  reason: string | null;
}

/** When a product was published, and with which version, the newest first. */
export async function readPriceReleases(
  database: PrismaClient,
  productKey: number,
  { before, most }: PageWish,
): Promise<PriceRelease[]> {
  const found = await database.productRelease.findMany({
    where: { productKey, ...(before !== undefined && { number: { lt: before } }) },
    select: {
      ...{ number: true, versionKey: true, publishedAt: true, reason: true },
      version: { select: { number: true } },
    },
    orderBy: { number: 'desc' },
    take: most,
  });
  return found.map(({ version, ...release }) => ({ ...release, version: version.number }));
}
