import { countOf } from '../../lib/text/count-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  type BufferedResponse,
  cacheableText,
  readableByAnyPage,
  type StreamedResponse,
} from '../http/response.ts';
import type { Context } from '../portal/context.ts';
import { type SiteAddresses, siteAddresses } from './site-addresses.ts';

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
