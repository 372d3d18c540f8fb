import { z } from 'zod';
import { type ApiPage, groupIds } from '../../lib/product/api-page.ts';
import { markdownExcerpt } from '../../lib/text/markdown-text.ts';
import { tagValue } from '../../lib/product/product-card.ts';
import type { Context } from '../context.ts';
import type { OperationRow } from '../store/catalogue/catalogue.ts';

const groupList = z.array(z.object({ name: z.string().nullable(), description: z.string() }));

/** One line of a row on a wide screen. */
const excerptLength = 140;

/** The content of an API page; undefined if there is no such API. */
export async function readApiPage({ store }: Context, slug: string): Promise<ApiPage | undefined> {
  const api = await store.catalogue.findApi(slug);
  if (!api) return undefined;
  const groups = readGroups(api.groups);
  const rows = await store.catalogue.readOperations(api.key);
  const listed = groups.map((group, index) => ({
    ...group,
    operations: rows.filter(({ groupIndex }) => groupIndex === index).map(listedOperation),
  }));
  return {
    slug: api.slug,
    name: api.name,
    version: api.version,
    url: api.url,
    summary: api.summary,
    doc: api.doc,
    provider: tagValue(api.provider),
    price: { from: api.priceFrom, to: api.priceTo },
    deprecated: api.deprecated === 1,
    groups: listed.filter(({ operations }) => operations.length > 0),
  };
}

export function readGroups(stored: string): { id: string; name: string | null; description: string }[] {
  const groups = groupList.parse(JSON.parse(stored));
  const ids = groupIds(groups.map(({ name }) => name));
  return groups.map((group, index) => ({ ...group, id: ids[index] ?? '' }));
}

function listedOperation({ slug, name, priceFrom, priceTo, deprecated, text }: OperationRow) {
  const excerpt = markdownExcerpt(text ?? '');
  const end = excerpt.lastIndexOf(' ', excerptLength);
  return {
    slug,
    name,
    text: excerpt.length <= excerptLength ? excerpt : `${excerpt.slice(0, end > 0 ? end : excerptLength)}…`,
    price: { from: priceFrom, to: priceTo },
    deprecated: deprecated === 1,
  };
}
