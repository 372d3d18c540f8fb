import { Prisma } from '../../prisma/generated/sqlite/client.ts';
import { portal } from '../portal.ts';
import {
  chooseTags,
  type ListFilter,
  matchExpression,
  matchingKeys,
  type TagChoice,
} from './order-products.ts';
import { tagValue } from './product-record.ts';

interface Count {
  tagKey: number;
  count: bigint | number;
}

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
  const choices = await chooseTags(filter.tag);
  const match = matchExpression(filter);
  const counts = choices === null || match === null ? [] : await countTags(filter, choices, match);
  const tags = await portal().database.tag.findMany({
    where: { key: { in: counts.map(({ tagKey }) => tagKey) } },
  });
  const countOf = new Map(counts.map(({ tagKey, count }) => [tagKey, Number(count)]));
  const counted = tags
    .map((tag) => ({ kind: tag.kind, value: { ...tagValue(tag), count: countOf.get(tag.key) ?? 0 } }))
    .sort((a, b) => b.value.count - a.value.count || (a.value.name < b.value.name ? -1 : 1));
  return kinds.map((type) => ({
    type,
    tags: counted.filter(({ kind }) => kind === type).map(({ value }) => value),
  }));
}

/** The kinds without a choice of their own are counted together; each with one is counted without it. */
async function countTags(filter: ListFilter, choices: TagChoice[], match?: string): Promise<Count[]> {
  const chosen = kinds.filter((kind) => choices.some((choice) => choice.kinds.has(kind)));
  const free = kinds.filter((kind) => !chosen.includes(kind));
  const counts = await countKinds(free, filter, choices, match);
  for (const kind of chosen) {
    const others = choices.filter((choice) => !choice.kinds.has(kind));
    counts.push(...(await countKinds([kind], filter, others, match)));
  }
  return counts;
}

function countKinds(
  of: number[],
  filter: ListFilter,
  choices: TagChoice[],
  match?: string,
): Promise<Count[]> {
  if (of.length === 0) return Promise.resolve([]);
  return portal().database.$queryRaw<Count[]>`
    SELECT f.tagKey AS tagKey, count(*) AS count FROM ProductTag f
     WHERE f.kind IN (${Prisma.join(of)}) AND f.productKey IN (${matchingKeys(filter, choices, match)})
     GROUP BY f.tagKey`;
}
