import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { documents } from '../../server/api/documents.ts';
import { groups } from '../../server/api/table/openapi-document.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post, send, type Reply } from './ask.ts';

// A portal with products that a caller must not see answers with the same bytes as before it had them. The requests are
// made of the table of operations and of the folder of pages: a new route is covered without being named.

const mark = `p${process.pid}`;
const shown = { slug: `quay-${mark}`, name: 'Quay timetable', word: 'timetable' };
const api = `harbour-${mark}`;

interface Entry {
  slug: string;
  name: string;
  text: string;
  provider?: string;
  visibility?: string;
}

function entryOf({ slug, name, text, provider = `port-${mark}`, ...more }: Entry) {
  return {
    ...{ slug, name, status: 'online', type: `sea-${mark}`, provider, ...more },
    labels: more.visibility === undefined ? [] : [`secret-${mark}`],
    introduction: [{ title: 'What it does', text }],
    operation: {
      server: { url: inject('upstreamUrl') },
      ...{ method: 'post', path: `/${slug}` },
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { '200': { description: 'Done.', content: { 'application/json': {} } } },
    },
    price: { lines: [], minimum: more.visibility === undefined ? 5 : 1, maximum: 900 },
  };
}

const publicEntries: Entry[] = [
  { slug: shown.slug, name: shown.name, text: 'A timetable of the quays.' },
  { slug: `berth-${mark}`, name: 'Berth list', text: 'Lists berths of a harbour.' },
  { slug: `tide-${mark}`, name: 'Tide table', text: 'Tides of a harbour, by hour.' },
];
const hidden: Entry[] = [
  // It is nearer to the searches below than what everyone sees.
  { slug: `zephyr-${mark}`, name: 'Quay timetables zephyr', text: 'A timetable timetable of zephyrs.' },
  { slug: `atoll-${mark}`, name: 'Atoll', text: 'Berths and tides.', provider: `hidden-${mark}` },
  { slug: `berth-x-${mark}`, name: 'A berth of the navy', text: 'Lists berths of a harbour.' },
  { slug: `navy-${mark}`, name: 'Navy list', text: 'Lists the navy of a harbour.' },
].map((entry) => ({ ...entry, visibility: 'accounts' }));

/** The public operations of an API, with one of another group that is not. */
const apiOf = (operations: string[], more: object[] = []) => ({
  api: {
    ...{ slug: api, name: 'Harbour API', provider: `port-${mark}`, version: '1' },
    groups: [{ operations }, ...more],
  },
});
const ofHarbour = publicEntries.slice(1).map(({ slug }) => slug);
const hiddenApi = { ...apiOf([`navy-${mark}`]).api, slug: `navy-api-${mark}`, name: 'Harbour navy API' };

async function publish(entries: Entry[], apis: object[], tags: Record<string, string[]>) {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-private-'));
  const files: Record<string, object> = {
    'tags.yaml': Object.fromEntries(
      Object.entries(tags).map(([list, slugs]) => [list, slugs.map((slug) => ({ slug, name: slug }))]),
    ),
  };
  for (const entry of entries) files[`${entry.slug}.yaml`] = entryOf(entry);
  apis.forEach((one, index) => (files[`api-${index}.yaml`] = one));
  try {
    for (const [name, value] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(value));
    await applyCatalogue(inject('dataFolder'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const publicTags = { types: [`sea-${mark}`], providers: [`port-${mark}`], labels: [`plain-${mark}`] };
const allTags = {
  ...publicTags,
  providers: [...publicTags.providers, `hidden-${mark}`],
  labels: [...publicTags.labels, `secret-${mark}`],
};

/** A draft of the console, of a document with this title. */
const lagoon = `Lagoon ${mark}`;
const draft = `lagoon-${mark}-sound-corals`;

/** What the parameters of paths and queries are tried with. */
const slugs = [...[...publicEntries, ...hidden].map(({ slug }) => slug), draft];
const names: Record<string, string[]> = {
  slug: [...slugs, api, hiddenApi.slug, 'basics'],
  id: [...slugs, api, hiddenApi.slug],
  code: ['not-found'],
  page: ['basics'],
};
const queries: Record<string, string[]> = {
  id: slugs,
  product: slugs.slice(-1),
  tag: [`port-${mark}`, `hidden-${mark}`, `secret-${mark}`, `sea-${mark}`],
  q: [
    ...['timetable', 'timetbale', 'zephyr', 'zephir', 'quay timetables', 'berth', 'a berth of the navy'],
    ...['harbour', 'navy', `hidden-${mark}`, 'z', 'tides by zephyr', 'brth', 'atol'],
  ],
  sort: ['name', '-created', 'price', '-price', 'popular'],
  type: ['1', '2', '3', '4'],
  facets: ['1'],
  detail: ['full'],
  view: ['card'],
  tab: ['docs'],
  products: slugs.slice(-1),
};

function fill(path: string): string[] {
  const [whole = '', name = ''] = /\{(\w+)\}|\[(\w+)\]/.exec(path) ?? [];
  if (whole === '') return [path];
  const key = name === '' ? whole.slice(1, -1) : name;
  const values = names[key === 'api_id' ? 'slug' : key] ?? ['none'];
  return values.flatMap((value) => fill(path.replace(whole, value)));
}

const parameters = z.array(z.object({ in: z.string(), name: z.string() }).partial());

/** An address with each of its query parameters alone, and with facets and an order. */
function withQueries(address: string, known: string[]): string[] {
  const single = known.flatMap((name) => (queries[name] ?? []).map((value) => ({ [name]: value })));
  const beside = known.includes('facets')
    ? single.flatMap((one) => [{ ...one, facets: '1', pageSize: '100' }])
    : [];
  const ordered = known.includes('sort')
    ? (queries['q'] ?? []).map((q) => ({ q, sort: 'price', pageSize: '100' }))
    : [];
  return [{}, ...single, ...beside, ...ordered].map((query) => {
    const text = new URLSearchParams(query).toString();
    return text === '' ? address : `${address}?${text}`;
  });
}

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('page.tsx') && !file.endsWith('-page.tsx'),
);
const operations = groups.flatMap((group) => group.operations);
const gets = [
  ...operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, document }) => {
      const known = parameters.parse(document?.parameters ?? []).flatMap((one) => one.name ?? []);
      const asked = document?.requestParams?.query;
      const ofQuery = asked instanceof z.ZodObject ? Object.keys(asked.shape) : known;
      return fill(path).flatMap((address) => withQueries(address, ofQuery));
    }),
  ...documents.flatMap(({ path }) => fill(path).flatMap((one) => withQueries(one, ['q', 'tag', 'sort']))),
  ...pages.flatMap((file) => {
    const path = `/${file.replace(/\/?page\.tsx$/, '')}`.replace(/\/$/, '') || '/';
    return fill(path).flatMap((one) =>
      withQueries(one, path === '/' ? ['q', 'tag', 'sort'] : ['tab', 'products']),
    );
  }),
  ...['/mcp', '/openapi.json', '/.well-known/oauth-protected-resource'],
].filter((address) => !address.startsWith('/api/health') && !address.startsWith('/api/ready'));

const tool = (name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
});
const posts: [string, object][] = [
  ...slugs.flatMap((slug): [string, object][] => [
    ...['', '?detail=full'].map((query): [string, object] => [
      `/api/product/credits/required/${slug}${query}`,
      {},
    ]),
    ['/mcp', tool('get_product', { product: slug })],
    ['/mcp', tool('quote_call', { product: slug, input: {} })],
    [`/mcp?products=${slug}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ]),
  // What is public would be called.
  ...[...hidden.map(({ slug }) => slug), draft].flatMap((slug): [string, object][] => [
    [`/api/product/developer/call/${slug}`, {}],
    ['/mcp', tool('call_product', { product: slug, input: {} })],
  ]),
  ...(queries['q'] ?? []).map((query): [string, object] => ['/mcp', tool('search_products', { query })]),
];

/** Without what differs between any two answers of a portal. */
function constant({ status, headers, text }: Reply): string {
  const { 'content-type': type = '', etag = '', vary = '', link = '', 'cache-control': cache = '' } = headers;
  const isPage = type.includes('html');
  const head = isPage ? [status, type, cache] : [status, type, etag, vary, link, cache];
  const body = text
    .replaceAll('\\', '')
    .replaceAll(/nonce"?[=:]"[^"]*/g, 'nonce')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'time')
    .replaceAll(/"(dehydratedAt|dataUpdatedAt|quotedAt)":\d+/g, '"$1"')
    .replaceAll(/Quote: \S+|quote-[\w-]{43}/g, 'quote')
    .replaceAll(/"quote":"[^"]*/g, '"quote"')
    .replaceAll(/cll_\w+|call_\w{16,}/g, 'call');
  return [...head, isPage ? pageText(body) : body].join('\n');
}

/** Next sends what its scripts read in any order: of these, the words alone. */
function pageText(html: string): string {
  const scripts = /<script\b.*?<\/script>|<link rel="preload".*?>/gs;
  const words = [...html.matchAll(scripts)].flatMap(([one]) => one.match(/[\p{L}\d-]{4,}/gu) ?? []);
  return `${html.replaceAll(scripts, '')}\n${[...new Set(words)].toSorted().join(' ')}`;
}

type Headers = Record<string, string>;

async function answers(headers: Headers, others: readonly string[] = gets): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const address of others) {
    const isPage = !/^\/api\/|\.\w+(?:\?|$)|well-known/.test(address);
    const accept: Headers = isPage ? { accept: 'text/html' } : {};
    found.set(address, constant(await send(address, 'GET', { ...accept, ...headers })));
  }
  for (const [address, body] of posts) {
    const agent = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const reply = await post(address, body, { ...agent, ...headers });
    found.set(`${address} ${JSON.stringify(body)}`, constant(reply));
  }
  return found;
}

/** What is not as it was, from its first difference on. */
const differences = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].flatMap(([address, text]) => {
    const now = after.get(address) ?? '';
    if (now === text) return [];
    let at = 0;
    while (text[at] === now[at]) at += 1;
    return `${address}: ${text.slice(Math.max(0, at - 80), at + 120)} → ${now.slice(at, at + 120)}`;
  });

/** Imports an operation that stays a draft. */
async function addDraft(): Promise<void> {
  const sound = {
    operationId: 'sound-corals',
    summary: 'Chart zephyr reefs',
    description: 'Berths of the navy.',
  };
  const document = {
    ...{ openapi: '3.1.0', info: { title: lagoon, version: '1' }, servers: [{ url: inject('upstreamUrl') }] },
    paths: { '/corals': { get: { ...sound, responses: { 200: { description: 'Done.' } } } } },
  };
  const sent = await post('/api/operator/imports/document', document, owner.headers);
  const path = `/api/operator/imports/${z.object({ id: z.string() }).parse(sent.json).id}`;
  const untilIs = (state: string) =>
    vi.waitFor(
      async () => expect((await ask(path, { headers: owner.headers })).json).toMatchObject({ state }),
      { timeout: 300_000 },
    );
  await untilIs('ready');
  expect((await post(`${path}/products`, { online: false }, owner.headers)).status).toBeLessThan(300);
  await untilIs('published');
  expect((await ask(`/api/product/info?id=${draft}`, { headers: owner.headers })).status).toBe(200);
}

let stranger: TestAccount;
let chosen: TestAccount;
let owner: TestPerson;
const keyOf = ({ key }: TestAccount): Headers => ({ authorization: `Bearer ${key}` });
const choose = (slug: string, account: string) =>
  post(`/api/operator/products/${slug}/access`, { account }, owner.headers);

describe('products for chosen accounts', () => {
  let before: { guest: Map<string, string>; stranger: Map<string, string> };

  beforeAll(async () => {
    stranger = await makeAccount(inject('dataFolder'), 1_000);
    chosen = await makeAccount(inject('dataFolder'), 1_000);
    owner = await makePerson(inject('dataFolder'));
    const page = { slug: `rules-${mark}`, title: 'Rules', text: 'Some rules.', inFooter: true };
    expect((await post('/api/operator/pages', page, owner.headers)).status).toBe(201);
    await publish(publicEntries, [apiOf(ofHarbour)], publicTags);
    // The first page that a process renders has its head in another order.
    await send('/', 'GET', { accept: 'text/html' });
    before = { guest: await answers({}), stranger: await answers(keyOf(stranger)) };
    await addDraft();
    await publish(
      [...publicEntries, ...hidden],
      [apiOf(ofHarbour, [{ name: 'Navy', operations: [`berth-x-${mark}`] }]), { api: hiddenApi }],
      allTags,
    );
    for (const { slug } of hidden) {
      expect((await choose(slug, chosen.id)).status).toBe(200);
      // So that it is popular.
      for (let call = 0; call < 3; call += 1)
        expect((await post(`/api/product/developer/call/${slug}`, {}, keyOf(chosen))).status).toBe(200);
    }
    const path = `/api/operator/products/${hidden[0]?.slug}/terms`;
    expect((await post(path, { page: `rules-${mark}` }, owner.headers)).status).toBe(200);
  }, 600_000);

  it('are there for those who are chosen', async () => {
    for (const { slug } of hidden) {
      expect((await ask(`/api/product/info?id=${slug}`, { headers: keyOf(chosen) })).status).toBe(200);
      expect((await ask(`/api/product/info?id=${slug}`)).status).toBe(404);
      const { headers } = await ask(`/products/${slug}/badge.svg`, { headers: keyOf(chosen) });
      expect(headers['cache-control']).toBe('private, no-cache');
    }
    // Three calls each, in the lists that are filtered by the name.
    const { slug = '' } = hidden[0] ?? {};
    const lists = [
      ['/api/calls', keyOf(chosen)],
      ['/api/operator/calls', owner.headers],
    ] as const;
    for (const [list, headers] of lists)
      expect((await ask(`${list}?product=${slug}`, { headers })).json).toMatchObject({
        list: Array.from({ length: 3 }, () => ({ product: { slug } })),
      });
  });

  it('change no byte of an answer to a guest', async () => {
    expect(differences(before.guest, await answers({}))).toEqual([]);
  }, 600_000);

  it('change no byte of an answer to another account', async () => {
    expect(differences(before.stranger, await answers(keyOf(stranger)))).toEqual([]);
  }, 600_000);

  it('of those who are signed in, too, change no byte of an answer to a guest', async () => {
    const [first] = hidden;
    const path = `/api/operator/products/${first?.slug}/visibility`;
    expect((await post(path, { visibility: 'signed-in' }, owner.headers)).status).toBe(200);
    const info = `/api/product/info?id=${first?.slug}`;
    const { status, headers } = await ask(info, { headers: keyOf(stranger) });
    expect([status, headers['cache-control'], headers['vary']]).toEqual([
      ...[200, 'private, no-cache', 'Authorization, Cookie'],
    ]);
    expect(differences(before.guest, await answers({}))).toEqual([]);
  }, 600_000);

  it('are gone for an account from the moment that it is taken off', async () => {
    const slug = `navy-${mark}`;
    const call = () => post(`/api/product/developer/call/${slug}`, {}, keyOf(chosen));
    expect((await call()).status).toBe(200);
    const path = `/api/operator/products/${slug}/access/${chosen.id}/withdrawal`;
    expect((await post(path, {}, owner.headers)).status).toBe(200);
    expect((await call()).status).toBe(404);
    expect((await ask(`/apis/${hiddenApi.slug}.md`, { headers: keyOf(chosen) })).status).toBe(404);
    expect((await post(path, {}, owner.headers)).status).toBe(404);
  });
});
