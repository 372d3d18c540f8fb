import { tagValue } from '../../lib/product/product-card.ts';
import { portal } from '../portal/portal.ts';
import { countTags, type ListFilter, type TagCount } from '../store/sqlite/catalogue/sqlite-search.ts';
import { type TagChoice, tagChoices } from './tag-choices.ts';

const kinds = [1, 2, 3, 4];

/**
 * For each type the tags that products of the list carry, with counts, as JSON. Within one type tags widen a choice,
 * so the counts of a type are those with its own choice left aside: what one would get by choosing otherwise.
 */
export async function productFacets(filter: ListFilter): Promise<string> {
  const { facets } = portal().cache;
  const name = JSON.stringify([filter.type, filter.tag, filter.q, filter.status]);
  return facets.getOrMake(name, async () => JSON.stringify(await countFacets(filter)));
}

async function countFacets(filter: ListFilter) {
  const choices = await tagChoices(filter.tag);
  const counts = choices === null ? [] : await countByKind(filter, choices);
  const tags = await portal().database.tag.findMany({
    where: { key: { in: counts.map(({ tagKey }) => tagKey) } },
  });
  const countOf = new Map(counts.map(({ tagKey, count }) => [tagKey, count]));
  const counted = tags
    .map((tag) => ({ kind: tag.kind, value: { ...tagValue(tag), count: countOf.get(tag.key) ?? 0 } }))
    .sort((a, b) => b.value.count - a.value.count || (a.value.name < b.value.name ? -1 : 1));
  return kinds.map((type) => ({
    type,
    tags: counted.filter(({ kind }) => kind === type).map(({ value }) => value),
  }));
}

/** The kinds without a choice of their own are counted together; each with one is counted without it. */
async function countByKind(filter: ListFilter, choices: TagChoice[]): Promise<TagCount[]> {
  const chosen = kinds.filter((kind) => choices.some((choice) => choice.kinds.has(kind)));
  const free = kinds.filter((kind) => !chosen.includes(kind));
  const counts = await countTags(free, filter, choices);
  for (const kind of chosen) {
    const others = choices.filter((choice) => !choice.kinds.has(kind));
    counts.push(...(await countTags([kind], filter, others)));
  }
  return counts;
}
