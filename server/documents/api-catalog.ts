import { Problem } from '../../lib/problem/problem.ts';
import { countOf } from '../../lib/text/numbers.ts';
import type { Context } from '../context.ts';
import { type BufferedResponse, cacheableText } from '../http/response.ts';
import { onlineProducts } from './sitemap.ts';

const address = '/.well-known/api-catalog';
/** An endpoint of the portal's API, which stands for all of it: a program that follows the link is answered. */
const endpoint = '/api/catalogue';
const profile = 'https://www.rfc-editor.org/info/rfc9727';
const productsOnPage = 1_000;

/** RFC 9727: the API of the portal and those of its products, as links that programs follow. */
export async function apiCatalog(context: Context, page: number): Promise<BufferedResponse> {
  const origin = context.settings.url;
  const keys = await onlineProducts(context);
  const last = Math.max(1, Math.ceil(keys.length / productsOnPage));
  if (page > last) throw new Problem('not-found', `The API catalogue has ${countOf(last, 'page')}.`);
  const from = (page - 1) * productsOnPage;
  const slugs = await context.store.catalogue.productSlugs([...keys.subarray(from, from + productsOnPage)]);
  const at = (number: number) => [{ href: `${origin}${address}?page=${number}` }];
  const linkset = [
    {
      anchor: `${origin}${address}`,
      item: [`${origin}${endpoint}`, ...slugs.map((slug) => callAddress(origin, slug))].map((href) => ({
        href,
      })),
      ...(page > 1 && { prev: at(page - 1) }),
      ...(page < last && { next: at(page + 1) }),
    },
    {
      anchor: `${origin}${endpoint}`,
      'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${origin}/docs`, type: 'text/html' },
        { href: `${origin}/docs.md`, type: 'text/markdown' },
      ],
      status: [{ href: `${origin}/api/health`, type: 'application/json' }],
    },
    ...slugs.map((slug) => ({
      anchor: callAddress(origin, slug),
      'service-desc': [{ href: `${origin}/products/${slug}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${origin}/products/${slug}`, type: 'text/html' },
        { href: `${origin}/products/${slug}.md`, type: 'text/markdown' },
      ],
    })),
  ];
  return cacheableText(JSON.stringify({ linkset }), `application/linkset+json; profile="${profile}"`, {
    link: `<${origin}${address}>; rel="api-catalog"`,
  });
}

function callAddress(origin: string, slug: string): string {
  return `${origin}/api/product/developer/call/${slug}`;
}
