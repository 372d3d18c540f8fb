import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { type ApiPage, groupIds, groupTitle, type ProductPlace } from '../../lib/product/api-page.ts';
import { type ComingPrice, comingMark } from '../../lib/product/coming-price.ts';
import { type Product, product } from '../../lib/product/product.ts';
import { tagValue } from '../../lib/product/product-card.ts';
import { markdownExcerpt } from '../../lib/text/markdown-text.ts';
import type { Context } from '../context.ts';
import { JsonText } from '../json-text.ts';
import type { OperationRow } from '../store/catalogue/catalogue.ts';
import { readComingPrices } from './coming-prices.ts';
import { requireProduct } from './find-product.ts';

export const infoQuery = z.object({
  id: z
    .string()
    .max(200, 'at most 200 characters')
    .optional()
    .meta({ description: 'Id or slug of the product.' }),
});

/** A product, online or not. */
export async function readProduct(
  context: Context,
  { id }: z.output<typeof infoQuery>,
): Promise<JsonText<Product>> {
  if (id === undefined) {
    throw new Problem('missing-parameter', 'The id is missing: send ?id= with the id or slug of a product.', [
      { parameter: 'id', detail: 'id is required' },
    ]);
  }
  const { key } = await requireProduct(context, id);
  return new JsonText(await context.store.catalogue.productTexts([key]), (json) => product.parse(json));
}

/** The place of a product in its API; undefined if it has none. */
export async function readProductPlace(
  { store, audience }: Context,
  productKey: number,
): Promise<ProductPlace | undefined> {
  const place = await store.catalogue.findPlace(productKey, audience);
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

const groupList = z.array(z.object({ name: z.string().nullable(), description: z.string() }));

/** One line of a row on a wide screen. */
const excerptLength = 140;

/** The content of an API page; undefined if there is no such API. */
export async function readApiPage({ store, audience }: Context, slug: string): Promise<ApiPage | undefined> {
  const api = await store.catalogue.findApi(slug, audience);
  if (!api) return undefined;
  const groups = readGroups(api.groups);
  const rows = await store.catalogue.readOperations(api.key, audience);
  const coming = await readComingPrices(
    { store },
    rows.map(({ key }) => key),
  );
  const listed = groups.map((group, index) => ({
    ...group,
    operations: rows
      .filter(({ groupIndex }) => groupIndex === index)
      .map((row) => listedOperation(row, coming.get(row.slug))),
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

function readGroups(stored: string): { id: string; name: string | null; description: string }[] {
  const groups = groupList.parse(JSON.parse(stored));
  const ids = groupIds(groups.map(({ name }) => name));
  return groups.map((group, index) => ({ ...group, id: ids[index] ?? '' }));
}

function listedOperation(
  { slug, name, priceFrom, priceTo, deprecated, text }: OperationRow,
  coming: ComingPrice | undefined,
) {
  const excerpt = markdownExcerpt(text ?? '');
  const end = excerpt.lastIndexOf(' ', excerptLength);
  return {
    slug,
    name,
    text: excerpt.length <= excerptLength ? excerpt : `${excerpt.slice(0, end > 0 ? end : excerptLength)}…`,
    price: { from: priceFrom, to: priceTo },
    ...(coming && { coming: comingMark(slug, coming) }),
    deprecated: deprecated === 1,
  };
}
