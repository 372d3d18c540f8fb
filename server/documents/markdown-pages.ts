import { parseJson } from '../../lib/json/json.ts';
import { changesPage } from '../../lib/markdown/changes-page.ts';
import { basicsMarkdown, docsPage, groupMarkdown, referenceMarkdown } from '../../lib/markdown/docs-page.ts';
import { apiPage, cataloguePage } from '../../lib/markdown/list-page.ts';
import {
  connectPage,
  llmsText,
  operatorsPage,
  problemPage,
  problemsPage,
} from '../../lib/markdown/portal-pages.ts';
import { pricesPage } from '../../lib/markdown/prices-page.ts';
import { productPage } from '../../lib/markdown/product-page.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { isProblemCode } from '../../lib/problem/problems.ts';
import { type CardList, cardList } from '../../lib/product/card-list.ts';
import type { ApiDocument } from '../../lib/reference/api-document.ts';
import { apiGroups, basicsPage, referencePage } from '../../lib/reference/docs-pages.ts';
import { readProductPrices } from '../catalogue/price-history.ts';
import { readToldChanges } from '../catalogue/told-changes.ts';
import type { Context } from '../context.ts';
import { listPortalPages, requirePortalPage } from '../desk/portal-pages.ts';
import { readVersion } from '../products/compiled-version.ts';
import { readComingPrice } from '../products/coming-prices.ts';
import { requireProduct } from '../products/find-product.ts';
import { type CataloguePageQuery, listCatalogue } from '../products/list-catalogue.ts';
import { readApiPage, readProduct } from '../products/read-product.ts';
import { exampleCall } from './example-call.ts';
import { exampleOf } from './product-document.ts';

const entriesInIndex = 100;

export async function catalogueMarkdown(context: Context, query: CataloguePageQuery): Promise<string> {
  const { list, total, coming = [] } = await readEntries(context, query);
  const { page, pageSize } = query;
  return cataloguePage({
    origin: context.settings.url,
    entries: list,
    coming,
    total,
    previous: page > 1 ? pageAddress({ ...query, page: page - 1 }) : null,
    next: page * pageSize < total ? pageAddress({ ...query, page: page + 1 }) : null,
  });
}

function pageAddress({ page, pageSize, q, sort, tag }: CataloguePageQuery): string {
  const query = new URLSearchParams({
    page: `${page}`,
    pageSize: `${pageSize}`,
    ...(q && { q }),
    ...(sort && { sort }),
  });
  for (const slug of tag) query.append('tag', slug);
  return `/index.md?${query}`;
}

export async function llmsIndex(context: Context): Promise<string> {
  const { url, guests } = context.settings;
  const { list, total } = await readEntries(context, { page: 1, pageSize: entriesInIndex, tag: [] });
  const { list: pages } = await listPortalPages(context);
  const face = await context.face.read();
  return llmsText({ origin: url, entries: list, total, guests, face, pages });
}

async function readEntries(
  context: Context,
  query: Pick<CataloguePageQuery, 'page' | 'pageSize' | 'tag'> & Partial<CataloguePageQuery>,
): Promise<CardList> {
  const { items, total, apis, coming } = await listCatalogue(context, query);
  return cardList.parse({ list: parseJson(`[${items}]`), total, apis, coming, facets: [] });
}

export async function productMarkdown(context: Context, slug: string): Promise<string> {
  const found = await requireProduct(context, slug);
  const [product, version, coming] = await Promise.all([
    readProduct(context, { id: found.slug }),
    readVersion(context, found.versionKey),
    readComingPrice(context, found),
  ]);
  const { template, shape } = version;
  const origin = context.settings.url;
  const example = exampleOf(version);
  return productPage({ origin, product: product.value(), template, shape, example, coming });
}

export async function pricesMarkdown(context: Context, slug: string): Promise<string> {
  const { product, coming, list } = await readProductPrices(context, slug, { before: undefined, most: 50 });
  return pricesPage({ origin: context.settings.url, product, coming, prices: list });
}

export async function changesMarkdown(context: Context): Promise<string> {
  const { list } = await readToldChanges(context, { before: undefined, most: 50 });
  return changesPage(context.settings.url, list);
}

export async function apiMarkdown(context: Context, slug: string): Promise<string> {
  const api = await readApiPage(context, slug);
  if (!api) throw new Problem('not-found', `There is no API with the slug ${JSON.stringify(slug)}.`);
  return apiPage(context.settings.url, api);
}

export async function docsMarkdown(context: Context): Promise<string> {
  const { settings } = context;
  return docsPage({ origin: settings.url, ...(await exampleCall(context)) }, settings);
}

export async function docsPageMarkdown(
  context: Context,
  document: ApiDocument,
  slug: string,
): Promise<string> {
  const origin = context.settings.url;
  if (slug === referencePage.slug) return referenceMarkdown(document, origin);
  const example = { origin, ...(await exampleCall(context)) };
  if (slug === basicsPage.slug) return basicsMarkdown(document, example);
  const group = apiGroups.find((one) => one.slug === slug);
  if (!group) throw new Problem('not-found', `There is no page ${JSON.stringify(slug)} in the docs.`);
  return groupMarkdown(document, group, example);
}

export async function portalPageMarkdown(context: Context, slug: string): Promise<string> {
  return operatorsPage(context.settings.url, await requirePortalPage(context, slug));
}

export function connectMarkdown({ settings }: Context): string {
  return connectPage(settings.url);
}

export function problemsMarkdown({ settings }: Context): string {
  return problemsPage(settings.url);
}

export async function problemMarkdown({ settings, face }: Context, code: string): Promise<string> {
  if (!isProblemCode(code)) throw new Problem('not-found', `There is no error ${JSON.stringify(code)}.`);
  return problemPage(settings.url, code, await face.read());
}
