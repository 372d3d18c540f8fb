import { portal } from '../portal/portal.ts';

/** As many addresses as a sitemap may have. */
const mostSlugs = 50_000;

/** The products that everyone may find, in the order of their names. */
export async function onlineSlugs(): Promise<string[]> {
  const products = await portal().database.product.findMany({
    where: { status: 1 },
    orderBy: [{ sortName: 'asc' }, { id: 'asc' }],
    select: { slug: true },
    take: mostSlugs,
  });
  return products.map(({ slug }) => slug);
}

/** The APIs that everyone may find. */
export async function onlineApiSlugs(): Promise<string[]> {
  const apis = await portal().database.api.findMany({
    where: { operations: { gt: 0 } },
    orderBy: [{ sortName: 'asc' }, { id: 'asc' }],
    select: { slug: true },
  });
  return apis.map(({ slug }) => slug);
}
