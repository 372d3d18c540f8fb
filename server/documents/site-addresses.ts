import { problems } from '../../lib/problem/problems.ts';
import { docsAddress, docsPages } from '../../lib/reference/docs-pages.ts';
import { apiAddress } from '../../lib/product/api-page.ts';
import type { Context } from '../portal/context.ts';
import { orderProducts } from '../products/order-products.ts';

/** Of products that are read together. */
const slugsAtOnce = 1_000;

/** The addresses of all pages that everybody may see, in an order that stays, so that they can be read in parts. */
export interface SiteAddresses {
  total: number;
  /** The addresses of a part, some at a time. */
  read(from: number, to: number): AsyncGenerator<string[]>;
}

const pages = [
  ...['/', '/docs', ...docsPages.map((page) => docsAddress(page))],
  ...['/problems', ...Object.keys(problems).map((code) => `/problems/${code}`)],
];

export async function siteAddresses(context: Context): Promise<SiteAddresses> {
  const { catalogue } = context.store;
  const apis = await catalogue.onlineApiSlugs();
  const products = await onlineProducts(context);
  const first = [...pages, ...apis.map((slug) => apiAddress(slug))];
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
