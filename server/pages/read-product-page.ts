import { isJsonObject, type JsonObject, parseJson } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type CardList, cardList } from '../../lib/product/card-list.ts';
import { type CatalogueView, pageSizeOf } from '../../lib/product/catalogue-view.ts';
import { type FullQuote, fullQuote } from '../../lib/product/full-quote.ts';
import { playgroundDetailSchema } from '../../lib/product/playground-result.ts';
import { withoutSampleFiles } from '../../lib/sample/sample-string.ts';
import type { Context } from '../context.ts';
import { quoteCall } from '../inputs/quote-call.ts';
import { publishedInput } from '../inputs/read-json-object.ts';
import { readVersion } from '../products/compiled-version.ts';
import { readComingPrice } from '../products/coming-prices.ts';
import { findProduct } from '../products/find-product.ts';
import { listCatalogue } from '../products/list-catalogue.ts';
import { readFullPlayground } from '../products/read-playground.ts';
import { readProduct, readProductPlace } from '../products/read-product.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';

/** The content of a product page; undefined if there is no such product. */
export async function readProductPage(context: Context, name: string) {
  const found = await findProduct(context, name);
  if (!found) return undefined;
  const [product, playground, place, coming] = await Promise.all([
    readProduct(context, { id: found.slug }),
    readFullPlayground(context, found),
    readProductPlace(context, found.key),
    readComingPrice(context, found),
  ]);
  const form = playgroundDetailSchema.parse(playground);
  const example = withoutSampleFiles(form.examples[0]?.input);
  const estimate = await firstEstimate(context, found, isJsonObject(example) ? example : {});
  return { product: product.value(), isArchived: found.archivedAt !== null, coming, place, form, estimate };
}

/** Undefined if the example has no price. The form shows the error when it asks for the price. */
async function firstEstimate(
  context: Context,
  { versionKey }: ProductRecord,
  value: JsonObject,
): Promise<FullQuote | undefined> {
  try {
    const version = await readVersion(context, versionKey);
    const { estimate } = await quoteCall(context, version, publishedInput(value), { detail: 'full' });
    return fullQuote.parse(estimate.value());
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

export async function readCards(context: Context, view: CatalogueView): Promise<CardList> {
  const { q, tags, page, sort } = view;
  const query = { page, pageSize: pageSizeOf(view), tag: tags, sort, facets: '1' as const };
  const listed = await listCatalogue(context, { ...query, q: q === '' ? undefined : q });
  const { items, facets = '[]', search, ...rest } = listed;
  // Cards and facets are stored as JSON.
  return cardList.parse({ ...rest, ...search, list: parseJson(`[${items}]`), facets: parseJson(facets) });
}
