import { kindNumbers } from '../../lib/product/tag-kinds.ts';
import { tagValue } from '../../lib/product/product-card.ts';
import type { Context } from '../portal/context.ts';
import type { ListFilter } from '../store/catalogue.ts';

/** As JSON. Tags of one type widen a choice, so the counts of a type ignore its own selection. */
export async function countFacets({ caches, store }: Context, filter: ListFilter): Promise<string> {
  const name = JSON.stringify([filter.type, filter.tag, filter.q, filter.status]);
  return caches.facets.getOrMake(name, async () => {
    const counts = await store.catalogue.countTags(filter);
    const tags = await store.catalogue.readTags(counts.map(({ tagKey }) => tagKey));
    const countOf = new Map(counts.map(({ tagKey, count }) => [tagKey, count]));
    const counted = tags
      .map((tag) => ({ kind: tag.kind, value: { ...tagValue(tag), count: countOf.get(tag.key) ?? 0 } }))
      .sort((a, b) => b.value.count - a.value.count || (a.value.name < b.value.name ? -1 : 1));
    const facets = kindNumbers.map((type) => ({
      type,
      tags: counted.filter(({ kind }) => kind === type).map(({ value }) => value),
    }));
    return JSON.stringify(facets);
  });
}
