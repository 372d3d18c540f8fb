import { Problem } from '../../lib/problem/problem.ts';
import { problems } from '../../lib/problem/problems.ts';
import { apiAddress } from '../../lib/product/api-page.ts';
import { docsAddress, docsPages } from '../../lib/reference/docs-pages.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { pageAddress } from '../../lib/product/page-address.ts';
import type { Context } from '../context.ts';
import { listPortalPages } from '../desk/portal-pages.ts';
import {
  type BufferedResponse,
  cacheableText,
  readableByAnyPage,
  type StreamedResponse,
} from '../http/response.ts';
import { orderProducts } from '../products/list-catalogue.ts';

/** As many as a sitemap may have. */
const mostAddresses = 50_000;
const longestMs = 5 * 60_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The addresses of all pages: at once, or by `page` where they are too many for one file. */
export async function sitemap(
  context: Context,
  page: number | undefined,
): Promise<BufferedResponse | StreamedResponse> {
  const addresses = await siteAddresses(context);
  const last = Math.max(1, Math.ceil(addresses.total / mostAddresses));
  if (page === undefined && last > 1) return index(context.settings.url, last);
  const number = page ?? 1;
  if (number > last) throw new Problem('not-found', `The sitemap has ${countOf(last, 'page')}.`);
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', 'cache-control': 'no-cache', ...readableByAnyPage },
    chunks: part(context.settings.url, addresses, (number - 1) * mostAddresses),
    endsAtMs: performance.now() + longestMs,
  };
}

function index(origin: string, last: number): BufferedResponse {
  const parts = Array.from(
    { length: last },
    (_, at) => `<sitemap><loc>${xml(`${origin}/sitemap.xml?page=${at + 1}`)}</loc></sitemap>`,
  );
  const text = `${head}<sitemapindex ${schema}>\n${parts.join('\n')}\n</sitemapindex>\n`;
  return cacheableText(text, 'application/xml');
}

async function* part(origin: string, { read }: SiteAddresses, from: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${head}<urlset ${schema}>\n`);
  for await (const some of read(from, from + mostAddresses))
    yield Buffer.from(some.map((address) => `<url><loc>${xml(origin + address)}</loc></url>\n`).join(''));
  yield Buffer.from('</urlset>\n');
}

function xml(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}

/** Of products that are read together. */
const slugsAtOnce = 1_000;

/** The addresses of all pages that everybody may see, in an order that stays, so that they can be read in parts. */
export interface SiteAddresses {
  total: number;
  /** The addresses of a part, some at a time. */
  read(from: number, to: number): AsyncGenerator<string[]>;
}

const pages = [
  ...['/', '/changes', '/docs', ...docsPages.map((page) => docsAddress(page))],
  ...['/problems', ...Object.keys(problems).map((code) => `/problems/${code}`)],
];

export async function siteAddresses(context: Context): Promise<SiteAddresses> {
  const { catalogue } = context.store;
  const apis = await catalogue.onlineApiSlugs(context.audience);
  const products = await onlineProducts(context);
  const { list: written } = await listPortalPages(context);
  const first = [
    ...pages,
    ...written.map(({ slug }) => pageAddress(slug)),
    ...apis.map((slug) => apiAddress(slug)),
  ];
  return {
    total: first.length + products.length,
    async *read(from, to) {
      if (from < first.length) yield first.slice(from, to);
      const last = Math.min(to - first.length, products.length);
      for (let at = Math.max(0, from - first.length); at < last; at += slugsAtOnce) {
        const keys = [...products.subarray(at, Math.min(at + slugsAtOnce, last))];
        yield (await catalogue.productSlugs(keys)).map((slug) => `/products/${slug}`);
      }
    },
  };
}

/** The keys of all products that are online, by name. */
export function onlineProducts(context: Context): Promise<Int32Array> {
  return orderProducts(context, { tag: [], status: '1' });
}

/** Pages of one caller are not indexed. */
const disallowed = ['/api/', '/calls', '/credits', '/keys', '/members', '/operator', '/profile'];

export function robotsText(origin: string): string {
  const rules = disallowed.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
