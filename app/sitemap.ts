import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { apiAddress } from '../lib/product/api-page.ts';
import { portal } from '../server/portal/current-portal.ts';

const pages = ['/', '/docs', '/problems'];

/** As many addresses as a sitemap may have. */
const mostSlugs = 50_000;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const { settings, store } = portal().context;
  const products = (await store.catalogue.onlineSlugs(mostSlugs)).map((slug) => `/products/${slug}`);
  const apis = (await store.catalogue.onlineApiSlugs()).map((slug) => apiAddress(slug));
  return [...pages, ...apis, ...products].map((path) => ({ url: new URL(path, settings.url).href }));
}
