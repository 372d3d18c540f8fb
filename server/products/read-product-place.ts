import { groupTitle, type ProductPlace } from '../../lib/product/api-page.ts';
import type { Context } from '../portal/context.ts';
import { readGroups } from './read-api-page.ts';

/** The place of a product in its API; undefined if it has none. */
export async function readProductPlace(
  { store }: Context,
  productKey: number,
): Promise<ProductPlace | undefined> {
  const place = await store.catalogue.findPlace(productKey);
  if (!place) return undefined;
  const { api, groupIndex, previous, next } = place;
  const groups = readGroups(api.groups);
  const group = groups[groupIndex];
  const title = group ? groupTitle(group, groups.length) : null;
  return {
    api: { slug: api.slug, name: api.name },
    group: group && title !== null ? { id: group.id, title } : null,
    previous,
    next,
  };
}
