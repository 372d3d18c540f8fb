import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { portal } from '../server/portal/current-portal.ts';

/** Pages of one caller are not indexed. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: { userAgent: '*', disallow: ['/api/', '/calls', '/credits', '/keys'] },
    sitemap: new URL('/sitemap.xml', portal().context.settings.url).href,
  };
}
