import type { PlaceRow } from '../catalogue.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

export async function findPlace(database: PrismaClient, productKey: number): Promise<PlaceRow | undefined> {
  const place = await database.apiOperation.findUnique({
    where: { productKey },
    include: { api: { select: { key: true, slug: true, name: true, groups: true } } },
  });
  if (!place) return undefined;
  const { api, groupIndex, position } = place;
  const beside = async (isNext: boolean) => {
    const found = await database.apiOperation.findFirst({
      where: {
        apiKey: api.key,
        position: isNext ? { gt: position } : { lt: position },
        product: { status: 1 },
      },
      orderBy: { position: isNext ? 'asc' : 'desc' },
      select: { product: { select: { slug: true, name: true } } },
    });
    return found?.product ?? null;
  };
  const [previous, next] = await Promise.all([beside(false), beside(true)]);
  return { api, groupIndex, previous, next };
}
