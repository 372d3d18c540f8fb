import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { apiAddress } from '../lib/product/api-page.ts';
import { portal } from '../server/portal/portal.ts';
import { onlineApiSlugs, onlineSlugs } from '../server/products/online-slugs.ts';

const pages = ['/', '/docs', '/problems'];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const products = (await onlineSlugs()).map((slug) => `/products/${slug}`);
  const apis = (await onlineApiSlugs()).map((slug) => apiAddress(slug));
  return [...pages, ...apis, ...products].map((path) => ({ url: new URL(path, portal().settings.url).href }));
}
