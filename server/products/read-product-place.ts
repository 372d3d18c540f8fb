import { groupTitle, type ProductPlace } from '../../lib/product/api-page.ts';
import { portal } from '../portal/portal.ts';
import { readGroups } from './read-api-page.ts';

/** Undefined for a product that stands by itself. */
export async function readProductPlace(productKey: number): Promise<ProductPlace | undefined> {
  const { database } = portal();
  const place = await database.apiOperation.findUnique({
    where: { productKey },
    include: { api: { select: { key: true, slug: true, name: true, groups: true } } },
  });
  if (!place) return undefined;
  const { api, groupIndex, position } = place;
  const groups = readGroups(api.groups);
  const group = groups[groupIndex];
  const title = group ? groupTitle(group, groups.length) : null;
  const beside = (isNext: boolean) =>
    database.apiOperation.findFirst({
      where: {
        apiKey: api.key,
        position: isNext ? { gt: position } : { lt: position },
        product: { status: 1 },
      },
      orderBy: { position: isNext ? 'asc' : 'desc' },
      select: { product: { select: { slug: true, name: true } } },
    });
  const [previous, next] = await Promise.all([beside(false), beside(true)]);
  return {
    api: { slug: api.slug, name: api.name },
    group: group && title !== null ? { id: group.id, title } : null,
    previous: previous?.product ?? null,
    next: next?.product ?? null,
  };
}
