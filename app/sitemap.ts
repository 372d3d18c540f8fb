import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { portal } from '../server/portal.ts';
import { onlineSlugs } from '../server/products/online-slugs.ts';

const pages = ['/', '/docs', '/problems'];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const products = (await onlineSlugs()).map((slug) => `/products/${slug}`);
  return [...pages, ...products].map((path) => ({ url: new URL(path, portal().settings.url).href }));
}
