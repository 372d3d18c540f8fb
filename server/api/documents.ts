import { z } from 'zod';
import { pictureKinds } from '../../lib/face/face.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { cataloguePageQuery, partQuery } from '../products/list-catalogue.ts';
import type { PortalOperations } from '../../lib/reference/product-document.ts';
import type { Call } from '../doors/endpoint.ts';
import { type BufferedResponse, cacheableJson, cacheableText } from '../http/response.ts';
import { apiReference } from './table/openapi-document.ts';
import { productOperations } from './products.ts';
import { bareOperation, type Operation, type PathParams } from './table/operation.ts';

/** What programs read instead of pages. Each is loaded when it is asked for first. */
const pages = () => import('../documents/markdown-pages.ts');
const facePictures = () => import('../documents/face-picture.ts');
const badges = () => import('../documents/badges.ts');

type Asked<Path extends string> = Pick<Call<unknown>, 'context'> & { params: PathParams<Path> };

function cached<Path extends string>(
  route: `GET ${Path}`,
  handle: (call: Asked<Path>) => Promise<BufferedResponse>,
): Operation {
  return bareOperation(route, { isCached: () => true, handle });
}

function markdown<Path extends string>(
  route: `GET ${Path}`,
  make: (call: Asked<Path>) => Promise<string>,
): Operation {
  return cached(route, async (call) => markdownResponse(await make(call)));
}

/** A cache on the way must not give a browser the Markdown of the same address. */
function markdownResponse(text: string): BufferedResponse {
  return cacheableText(`${text}\n`, 'text/markdown; charset=utf-8', { vary: 'Accept' });
}

function plain(text: string): BufferedResponse {
  return cacheableText(text, 'text/plain; charset=utf-8');
}

let operations: PortalOperations | undefined;

/** The same as long as the process runs. */
function operationsOf(url: string): PortalOperations {
  operations ??= productOperations(url);
  return operations;
}

export const documents: Operation[] = [
  bareOperation('GET /index.md', {
    query: cataloguePageQuery,
    isCached: ({ sort }) => sort !== 'popular',
    handle: async ({ context, query }) =>
      markdownResponse(await (await pages()).catalogueMarkdown(context, query)),
  }),
  markdown('GET /docs.md', async ({ context }) => (await pages()).docsMarkdown(context)),
  markdown('GET /connect.md', async ({ context }) => (await pages()).connectMarkdown(context)),
  markdown('GET /problems.md', async ({ context }) => (await pages()).problemsMarkdown(context)),
  markdown('GET /changes.md', async ({ context }) => (await pages()).changesMarkdown(context)),
  cached('GET /changes.atom', async ({ context }) =>
    (await import('../documents/changes-feed.ts')).changesFeed(context),
  ),
  cached('GET /llms.txt', async ({ context }) => plain(await (await pages()).llmsIndex(context))),
  cached('GET /robots.txt', async ({ context }) =>
    plain((await import('../documents/sitemap.ts')).robotsText(context.settings.url)),
  ),
  bareOperation('GET /sitemap.xml', {
    query: partQuery,
    readsCatalogue: true,
    handle: async ({ context, query }) =>
      (await import('../documents/sitemap.ts')).sitemap(context, query.page),
  }),
  bareOperation('GET /.well-known/api-catalog', {
    query: partQuery,
    isCached: () => true,
    handle: async ({ context, query }) =>
      (await import('../documents/api-catalog.ts')).apiCatalog(context, query.page ?? 1),
  }),
  cached('GET /products/{slug}/openapi.json', async ({ context, params }) => {
    const { readProductDocument } = await import('../documents/product-document.ts');
    return cacheableJson(await readProductDocument(context, operationsOf(context.settings.url), params.slug));
  }),
  bareOperation('GET /face/{kind}', {
    query: z.object({ v: z.string().max(32).optional() }),
    isCached: () => true,
    handle: async ({ context, query, params }) => {
      const kind = pictureKinds.find((one) => one === params.kind);
      if (kind === undefined) throw new Problem('not-found', 'The portal has no picture of this name.');
      return (await facePictures()).facePicture(context, kind, query.v);
    },
  }),
  cached('GET /icon.svg', async () => (await facePictures()).standardIcon()),
  cached('GET /products/{slug}/badge.svg', async ({ context, params }) =>
    (await badges()).badgeSvg(context, params.slug),
  ),
  cached('GET /products/{slug}/badge.json', async ({ context, params }) =>
    (await badges()).badgeJson(context, params.slug),
  ),
  markdown('GET /products/{slug}/prices.md', async ({ context, params }) =>
    (await pages()).pricesMarkdown(context, params.slug),
  ),
  markdown('GET /products/{slug}.md', async ({ context, params }) =>
    (await pages()).productMarkdown(context, params.slug),
  ),
  markdown('GET /apis/{slug}.md', async ({ context, params }) =>
    (await pages()).apiMarkdown(context, params.slug),
  ),
  markdown('GET /docs/{slug}.md', async ({ context, params }) =>
    (await pages()).docsPageMarkdown(context, apiReference(context.settings.url), params.slug),
  ),
  markdown('GET /pages/{slug}.md', async ({ context, params }) =>
    (await pages()).portalPageMarkdown(context, params.slug),
  ),
  markdown('GET /problems/{slug}.md', async ({ context, params }) =>
    (await pages()).problemMarkdown(context, params.slug),
  ),
];
