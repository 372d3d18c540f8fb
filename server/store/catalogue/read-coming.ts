import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

/** The version that a product gets, and when. */
export interface Coming {
  versionKey: number;
  at: number;
}

/** What is announced, by products. Its index has all that is read: these columns come after the long texts of a row. */
export async function readComing(database: PrismaClient): Promise<ReadonlyMap<number, Coming>> {
  const found = await database.product.findMany({
    where: { nextAt: { not: null } },
    select: { key: true, nextVersionKey: true, nextAt: true },
  });
  return new Map(
    found.flatMap(({ key, nextVersionKey, nextAt }) =>
      nextVersionKey !== null && nextAt ? [[key, { versionKey: nextVersionKey, at: nextAt.getTime() }]] : [],
    ),
  );
}
