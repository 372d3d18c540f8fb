import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problems } from '../../lib/problem/problems.ts';
import { apiDocument } from '../../lib/reference/api-document.ts';
import { docsSections } from '../../lib/reference/docs-content.ts';
import { docsAddress, docsPages } from '../../lib/reference/docs-pages.ts';
import { send } from './ask.ts';

const get = (path: string, headers: Record<string, string> = {}) => send(path, 'GET', headers);
const slug = 'qr-code';

const documents = [
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/index.md', 'text/markdown; charset=utf-8'],
  ['/docs.md', 'text/markdown; charset=utf-8'],
  ['/docs/products.md', 'text/markdown; charset=utf-8'],
  ['/connect.md', 'text/markdown; charset=utf-8'],
  ['/problems.md', 'text/markdown; charset=utf-8'],
  ['/problems/validation.md', 'text/markdown; charset=utf-8'],
  [`/products/${slug}.md`, 'text/markdown; charset=utf-8'],
  [`/products/${slug}/openapi.json`, 'application/json'],
  [`/products/${slug}/badge.svg`, 'image/svg+xml; charset=utf-8'],
  [`/products/${slug}/badge.json`, 'application/json'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
] as const;

describe.each(documents)('%s', (path, contentType) => {
  it('is served with its type, and not again to a client that has it', async () => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, contentType]);
    const again = await get(path, { 'if-none-match': headers['etag'] ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await send(path, 'HEAD', {});
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await send(path, 'POST', {})).status).toBe(405);
  });
});

it.each(['/llms.txt', '/docs/basics.md', '/connect.md'])(
  '%s names the parameters of the address of agents',
  async (path) => {
    const { text } = await get(path);
    for (const parameter of ['sign-in=1', 'products=', 'max-credits=', 'ask-above='])
      expect(text).toContain(parameter);
  },
);

it.each(
  // biome-ignore format: a list
  [
    '/products/none.md', '/products/none/openapi.json', '/products/none/badge.svg',
    '/products/none/badge.json', '/apis/none.md', '/docs/none.md', '/problems/none.md',
  ],
)('%s is a problem', async (path) => {
  const { status, json } = await get(path);
  expect([status, json]).toMatchObject([404, { code: 'not-found' }]);
});

describe('pages', () => {
  const agents = [
    'text/markdown, text/html, */*',
    'text/markdown, text/plain;q=0.9, */*;q=0.8',
    'text/html;q=0.5, text/markdown',
  ];
  const browsers = [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', '*/*',
    'text/html, text/markdown', 'text/html, text/markdown;q=0.9', 'text/html, text/markdown;q=0',
  ]; // biome-ignore format: a list

  it.each([
    '/',
    '/docs',
    '/docs/products',
    '/changes',
    '/problems',
    '/problems/validation',
    `/products/${slug}`,
  ])('%s is Markdown for those who prefer it, and says so to caches', async (path) => {
    const twin = path === '/' ? '/index.md' : `${path}.md`;
    const { text } = await get(twin);
    // How a header is read is the same for each.
    const most = path === '/problems' ? 10 : 1;
    for (const accept of agents.slice(0, most)) {
      const reply = await get(path, { accept });
      expect([accept, reply.headers['content-type'], reply.headers['vary'], reply.text]).toEqual([
        accept,
        'text/markdown; charset=utf-8',
        'Accept',
        text,
      ]);
    }
    for (const accept of browsers.slice(0, most)) {
      const { headers, text: html } = await get(path, { accept });
      expect([accept, headers['content-type']]).toEqual([accept, 'text/html; charset=utf-8']);
      const link = /<link rel="alternate" type="text\/markdown" href="http:\/\/[^/]+([^"]*)"/.exec(html);
      expect([path, link?.[1]]).toEqual([path, twin]);
      expect(headers['vary']).toMatch(/\baccept\b(?!-)/i);
    }
  });

  it('keeps the query of the catalogue', async () => {
    const { text } = await get('/?q=barcode', { accept: 'text/markdown' });
    expect(text).toContain('/products/barcode.md');
    expect(text).not.toContain('/products/json-diff.md');
    const next = /\[Next page\]\(http:\/\/[^/]+(\/[^)]+)\)/.exec((await get('/index.md')).text)?.[1];
    expect((await get(next ?? '')).text).toContain('[Previous page]');
  });

  it('explains an offline product, too', async () => {
    expect((await get('/products/scripted-offline.md')).text).toContain('Offline');
    expect((await get('/products/scripted-offline/badge.json')).json).toMatchObject({ message: 'offline' });
    expect((await get('/products/scripted-offline/openapi.json')).status).toBe(200);
    expect((await get('/sitemap.xml')).text).not.toContain('/products/scripted-offline<');
  });
});

describe('/docs', () => {
  const addresses = ['/docs', ...docsPages.map((page) => docsAddress(page))];
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

  it('has each endpoint and schema of the OpenAPI document on a page, and no link that leads nowhere', async () => {
    const document = apiDocument.parse((await get('/openapi.json')).json);
    const pages = new Map<string, { ids: string[]; links: string[] }>();
    for (const address of addresses) {
      const { status, text } = await get(address);
      expect([address, status]).toEqual([address, 200]);
      const links = all(text, / href="(\/[^"]*|#[^"]+)"/g);
      pages.set(address, { ids: all(text, / id="([^"]+)"/g), links });
    }
    for (const [slug, ids] of Object.entries(docsSections(document)))
      expect(pages.get(`/docs/${slug}`)?.ids).toEqual(expect.arrayContaining(ids));
    const elsewhere = new Set<string>();
    for (const [address, { links }] of pages)
      for (const link of links) {
        const { pathname, hash } = new URL(link, `http://portal${address}`);
        const page = pages.get(pathname);
        if (!page) elsewhere.add(pathname);
        else if (hash !== '')
          expect([link, page.ids]).toEqual([link, expect.arrayContaining([hash.slice(1)])]);
      }
    for (const path of elsewhere) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('has a twin of each page in Markdown, with links that lead somewhere', async () => {
    const paths = new Set<string>();
    for (const address of addresses) {
      const { status, text } = await get(`${address}.md`);
      expect([address, status]).toEqual([address, 200]);
      expect(text).not.toMatch(/\]\(\/|undefined|\[object/);
      for (const path of all(text, /\]\(http:\/\/[^/]+(\/[^)#]*)/g)) paths.add(path);
    }
    expect([...paths]).toEqual(expect.arrayContaining(docsPages.map((page) => `${docsAddress(page)}.md`)));
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});

it('leads from an error to the pages that help, with the whole address', async () => {
  expect((await get('/problems/invalid-key.md')).text).not.toContain('](/');
  expect((await get('/problems/sign-in-required.md')).text).toMatch(/\]\(http:\/\/[^/]+\/sign-in\)/);
});

describe('/llms.txt', () => {
  it('leads to every page for machines', async () => {
    const { text, headers } = await get('/llms.txt');
    expect(Number(headers['content-length'])).toBeLessThan(50_000);
    const links = [...text.matchAll(/\]\(http:\/\/[^/]+(\/[^)]*)\)/g)].map(([, path = '']) => path);
    expect(links).toEqual(
      expect.arrayContaining(['/docs.md', '/docs/reference.md', '/problems.md', `/products/${slug}.md`]),
    );
    for (const path of links) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});

it('shows what providers write as their words, in which nothing works', async () => {
  for (const path of ['/products/hostile-text.md', '/index.md?q=hostile', '/llms.txt']) {
    const { text } = await get(path);
    expect(text).toContain('Hostile text');
    const kinds = JSON.stringify(unified().use(remarkParse).use(remarkGfm).parse(text));
    expect([path, /"type":"(?:html|image)"|"url":"(?!http:)/.exec(kinds)]).toEqual([path, null]);
  }
  expect((await get('/products/hostile-text.md')).text).toContain('<script>alert(5)</script>');
});

describe('/sitemap.xml', () => {
  it('has the pages that everybody may see', async () => {
    const { headers, text } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml');
    const paths = [...text.matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/docs', '/docs/products', '/problems/validation', `/products/${slug}`]),
    );
    expect(paths.filter((path) => path?.startsWith('/problems/'))).toHaveLength(Object.keys(problems).length);
    expect((await get('/robots.txt')).text).toMatch(/^Sitemap: http:\/\/.*\/sitemap\.xml$/m);
    expect((await get('/sitemap.xml?page=2')).status).toBe(404);
  });
});

describe('/.well-known/api-catalog', () => {
  const links = z.array(z.object({ href: z.string() }));
  const linkset = z.object({
    linkset: z.array(
      z.object({ anchor: z.string(), item: links.optional(), 'service-desc': links.optional() }),
    ),
  });

  it('names the documents of the portal and of each product', async () => {
    const { json, headers } = await get('/.well-known/api-catalog');
    expect(headers['link']).toMatch(/rel="api-catalog"$/);
    const { linkset: sets } = linkset.parse(json);
    const items = sets.flatMap(({ item = [] }) => item.map(({ href }) => href));
    expect(items.every((href) => sets.some(({ anchor }) => anchor === href))).toBe(true);
    // The first is the portal's own; the others are calls, which are made with POST.
    expect((await get(new URL(items[0] ?? '').pathname)).status).toBe(200);
    const described = sets
      .flatMap((set) => set['service-desc'] ?? [])
      .map(({ href }) => new URL(href).pathname);
    expect(described).toEqual(expect.arrayContaining(['/openapi.json', `/products/${slug}/openapi.json`]));
  });
});

describe('badges', () => {
  it('say the name and the price, whatever the name is', async () => {
    const { text, headers } = await get(`/products/${slug}/badge.svg`);
    expect(text).toContain('<title>QR code: 1 to 5 credits a call</title>');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect((await get(`/products/${slug}/badge.json`)).json).toEqual({
      schemaVersion: 1,
      label: 'QR code',
      message: '1 to 5 credits a call',
      color: 'b03608',
      cacheSeconds: 300,
    });
    const hostile = await get('/products/hostile-text/badge.svg');
    expect(hostile.text).not.toMatch(/<script|<img/i);
  });
});
