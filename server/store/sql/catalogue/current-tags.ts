import type { PrismaClient } from '../../../../prisma/generated/sqlite/client.ts';

/** Products of a tag are read so many at a time. */
const productsAtOnce = 200;

interface CurrentTag {
  key: number;
  kind: number;
  /** As it was asked for. */
  slug: string;
  /** Another one if that tag was merged. */
  current: string;
}

/** The tags of these slugs. A tag that none of the products has is none, whether others have it that must not be seen or not. */
export async function tagsInUse(
  database: PrismaClient,
  slugs: readonly string[],
  hidden: ReadonlySet<number>,
): Promise<CurrentTag[]> {
  const tags = await currentTags(database, slugs);
  const used = await Promise.all(tags.map(({ key }) => isInUse(database, key, hidden)));
  return tags.filter((_, index) => used[index]);
}

async function currentTags(database: PrismaClient, slugs: readonly string[]): Promise<CurrentTag[]> {
  const named = await database.tag.findMany({ where: { slug: { in: [...slugs] } } });
  const merged = named.flatMap(({ mergedInto }) => mergedInto ?? []);
  const targets = merged.length === 0 ? [] : await database.tag.findMany({ where: { key: { in: merged } } });
  return named.map(({ key, kind, slug, mergedInto }) => {
    const target = targets.find((one) => one.key === mergedInto);
    return { key: target?.key ?? key, kind, slug, current: target?.slug ?? slug };
  });
}

async function isInUse(
  database: PrismaClient,
  tagKey: number,
  hidden: ReadonlySet<number>,
): Promise<boolean> {
  for (let seen = 0; ; seen += productsAtOnce) {
    const found = await database.productTag.findMany({
      where: { tagKey },
      orderBy: { productKey: 'asc' },
      skip: seen,
      take: productsAtOnce,
      select: { productKey: true },
    });
    if (found.some(({ productKey }) => !hidden.has(productKey))) return true;
    if (found.length < productsAtOnce) return false;
  }
}
