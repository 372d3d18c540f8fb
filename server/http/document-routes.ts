import { z } from 'zod';
import { cataloguePageQuery, partQuery } from '../documents/document-queries.ts';
import type { ApiRoute } from './api-routes.ts';
import { endpoint, type Call, type Route } from './endpoint.ts';
import { type BufferedResponse, cacheableJson, cacheableText } from './response.ts';

/** What programs read instead of pages. Each is loaded when it is asked for first. */
const pages = () => import('../documents/markdown-pages.ts');
const badges = () => import('../documents/badges.ts');

const slug = 'slug';
const noQuery = z.object({});

type Made = Promise<BufferedResponse>;

function cached(handle: (call: Call<unknown>) => Made): Route {
  return endpoint({ method: 'GET', query: noQuery, isCached: () => true, handle });
}

function markdown(make: (call: Call<unknown>) => Promise<string>): Route {
  return cached(async (call) => markdownResponse(await make(call)));
}

/** A cache on the way must not give a browser the Markdown of the same address. */
function markdownResponse(text: string): BufferedResponse {
  return cacheableText(`${text}\n`, 'text/markdown; charset=utf-8', { vary: 'Accept' });
}

const catalogue = endpoint({
  method: 'GET',
  query: cataloguePageQuery,
  isCached: ({ sort }) => sort !== 'popular',
  handle: async ({ context, query }) =>
    markdownResponse(await (await pages()).catalogueMarkdown(context, query)),
});

const documents = new Map<string, Route>([
  ['/index.md', catalogue],
  ['/docs.md', markdown(async ({ context }) => (await pages()).docsMarkdown(context))],
  ['/connect.md', markdown(async ({ context }) => (await pages()).connectMarkdown(context))],
  ['/problems.md', markdown(async ({ context }) => (await pages()).problemsMarkdown(context))],
  [
    '/llms.txt',
    cached(async ({ context }) =>
      cacheableText(await (await pages()).llmsIndex(context), 'text/plain; charset=utf-8'),
    ),
  ],
  [
    '/robots.txt',
    cached(async ({ context }) => {
      const { robotsText } = await import('../documents/robots.ts');
      return cacheableText(robotsText(context.settings.url), 'text/plain; charset=utf-8');
    }),
  ],
  [
    '/sitemap.xml',
    endpoint({
      method: 'GET',
      query: partQuery,
      handle: async ({ context, query }) =>
        (await import('../documents/sitemap.ts')).sitemap(context, query.page),
    }),
  ],
  [
    '/.well-known/api-catalog',
    endpoint({
      method: 'GET',
      query: partQuery,
      isCached: () => true,
      handle: async ({ context, query }) =>
        (await import('../documents/api-catalog.ts')).apiCatalog(context, query.page ?? 1),
    }),
  ],
]);

/** Addresses with one variable segment, which no slug or code can hold the end of. */
const documentsByPath: { path: RegExp; route: Route }[] = [
  {
    path: /^\/products\/([^/]+)\/openapi\.json$/,
    route: cached(async ({ context, params }) => {
      const { readProductDocument } = await import('../documents/product-document.ts');
      return cacheableJson(await readProductDocument(context, params[slug] ?? ''));
    }),
  },
  {
    path: /^\/products\/([^/]+)\/badge\.svg$/,
    route: cached(async ({ context, params }) => (await badges()).badgeSvg(context, params[slug] ?? '')),
  },
  {
    path: /^\/products\/([^/]+)\/badge\.json$/,
    route: cached(async ({ context, params }) => (await badges()).badgeJson(context, params[slug] ?? '')),
  },
  {
    path: /^\/products\/([^/]+)\.md$/,
    route: markdown(async ({ context, params }) =>
      (await pages()).productMarkdown(context, params[slug] ?? ''),
    ),
  },
  {
    path: /^\/apis\/([^/]+)\.md$/,
    route: markdown(async ({ context, params }) => (await pages()).apiMarkdown(context, params[slug] ?? '')),
  },
  {
    path: /^\/docs\/([^/]+)\.md$/,
    route: markdown(async ({ context, params }) =>
      (await pages()).docsPageMarkdown(context, params[slug] ?? ''),
    ),
  },
  {
    path: /^\/problems\/([^/]+)\.md$/,
    route: markdown(async ({ context, params }) =>
      (await pages()).problemMarkdown(context, params[slug] ?? ''),
    ),
  },
];

/** The document at an address, if it is one. */
export function findDocument(pathname: string): ApiRoute | undefined {
  const route = documents.get(pathname);
  if (route) return { route, params: {} };
  for (const { path, route: found } of documentsByPath) {
    const segment = path.exec(pathname)?.[1];
    if (segment === undefined) continue;
    const decoded = decodedSegment(segment);
    return decoded === undefined ? undefined : { route: found, params: { [slug]: decoded } };
  }
  return undefined;
}

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
