import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import {
  importDetail,
  importedOperationDetail,
  importedOperationList,
  operatorApi,
} from '../../lib/operator/imports.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { publishApi } from '../setup/publish-api.ts';
import { ask, post } from './ask.ts';

const imports = '/api/operator/imports';

let headers: Record<string, string>;
let server: Server;
let address: string;
/** What the server of the document answers now. */
let document: object | undefined;
let made = 0;
let title: string;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
  server = createServer((_request, response) => {
    if (document) response.end(JSON.stringify(document));
    else response.writeHead(500).end();
  });
  address = `http://127.0.0.1:${await listenOnLoopback(server)}/openapi.json`;
});
afterAll(() => server.close());
beforeEach(() => {
  made += 1;
  title = `Followed ${process.pid} ${made}`;
});

const reply = (properties: object) => ({
  '200': {
    description: 'Done.',
    content: { 'application/json': { schema: { type: 'object', properties } } },
  },
});
const field = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });

const list = {
  summary: 'List orders',
  parameters: [field('limit', { type: 'integer', maximum: 100 })],
  responses: reply({ total: { type: 'integer' }, next: { type: 'string' } }),
};
const stock = { summary: 'Get the stock', responses: reply({ left: { type: 'integer' } }) };

function documentOf(paths: Record<string, object>, version = '1') {
  const get = Object.entries(paths).map(([path, operation]) => [path, { get: operation }]);
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: inject('upstreamUrl') }],
    paths: Object.fromEntries(get),
  };
}

const idOf = ({ json }: { json: unknown }) => z.object({ id: z.string() }).parse(json).id;

async function settled(id: string) {
  const read = async () => importDetail.parse((await ask(`${imports}/${id}`, { headers })).json);
  const ends = ['ready', 'same', 'failed', 'published'];
  await expect.poll(async () => ends.includes((await read()).state)).toBe(true);
  return read();
}

const operations = async (id: string, query = '') =>
  importedOperationList.parse((await ask(`${imports}/${id}/operations${query}`, { headers })).json).list;

async function publish(id: string, online: boolean) {
  expect((await post(`${imports}/${id}/products`, { online }, headers)).status).toBe(201);
  const done = await settled(id);
  expect([done.state, done.problem]).toEqual(['published', null]);
  return operations(id);
}

/** The slug of an API that was published from the address. */
async function published(paths: Record<string, object>): Promise<string> {
  document = documentOf(paths);
  const { id, document: facts } = await settled(idOf(await post(imports, { address }, headers)));
  await post(`${imports}/${id}/choices`, { choices: [{ price: 7 }] }, headers);
  await publish(id, true);
  return facts?.api.slug ?? '';
}

const apiOf = async (slug: string) =>
  operatorApi.parse((await ask(`/api/operator/apis/${slug}`, { headers })).json);

async function look(slug: string) {
  const begun = await post(`/api/operator/apis/${slug}/looks`, {}, headers);
  expect(begun.status).toBe(201);
  const detail = await settled(idOf(begun));
  // The import has ended before it is written what was found.
  await expect.poll(async () => (await apiOf(slug)).document?.lookedAt).not.toBeNull();
  return detail;
}

it('remembers the address, and says that a document of the same bytes has nothing newer', async () => {
  const slug = await published({ '/orders': list, '/stock': stock });
  expect((await apiOf(slug)).document).toEqual({
    ...{ address, daily: false, lookedAt: null, failures: 0, problem: null, found: null },
  });
  const { json } = await ask(`/api/operator/products?api=${slug}`, { headers });
  expect(json).toMatchObject({ list: [{ status: 'online' }, { status: 'online' }] });
  expect(await look(slug)).toMatchObject({ state: 'same', follows: { slug } });
  expect((await apiOf(slug)).document).toMatchObject({ found: null, problem: null });
});

it('says what is new, changed, removed and breaks callers, side by side, and changes nothing', async () => {
  const slug = await published({ '/orders': list, '/stock': stock, '/gone': stock });
  const before = await apiOf(slug);
  const narrower = {
    ...list,
    parameters: [field('limit', { type: 'integer', maximum: 10 }), field('shop', { type: 'string' }, true)],
    responses: reply({ total: { type: 'integer' } }),
  };
  document = documentOf({ '/orders': narrower, '/stock': stock, '/shops': stock }, '2');
  const { id, state, document: facts } = await look(slug);
  expect([state, facts?.news]).toEqual(['ready', { new: 1, changed: 1, removed: 1, breaking: 2 }]);
  expect((await apiOf(slug)).document?.found).toMatchObject({ import: id, new: 1, changed: 1, removed: 1 });
  expect({ ...(await apiOf(slug)), document: null }).toEqual({ ...before, document: null });

  const rows = await operations(id, '?only=news');
  expect(rows.map(({ path, compared, chosen, price }) => [path, compared, chosen, price])).toEqual([
    ['/orders', 'changed', true, null],
    ['/shops', 'new', true, 1],
    ['/gone', 'removed', true, null],
  ]);
  expect((await operations(id, '?only=breaking')).map(({ path }) => path)).toEqual(['/orders', '/gone']);
  const at = async (position = 0) =>
    importedOperationDetail.parse((await ask(`${imports}/${id}/operations/${position}`, { headers })).json);
  const { difference } = await at(rows[0]?.position);
  expect(difference?.breaking).toEqual([
    '"shop" is new and required',
    '"limit" is at most 10 (was 100)',
    'the answer\'s "next" is gone',
  ]);
  expect(difference?.fields).toEqual([
    { part: 'input', name: 'limit', before: 'integer, at most 100', after: 'integer, at most 10' },
    { part: 'input', name: 'shop', before: null, after: 'string, required' },
    { part: 'reply', name: 'next', before: 'string', after: null },
  ]);
  expect(difference?.before).toContain('maximum: 100');
  expect(difference?.after).toContain('maximum: 10\n');
  expect(await at(rows[2]?.position)).toMatchObject({ compared: 'removed', draft: null, difference: null });
});

it('takes one by one or all: prices stay, removed ones go offline, new ones are drafts', async () => {
  const slug = await published({ '/orders': list, '/stock': stock, '/gone': stock });
  document = documentOf(
    { '/orders': { ...list, summary: 'All orders' }, '/stock': list, '/shops': stock },
    '2',
  );
  const { id } = await look(slug);
  const rows = await operations(id, '?only=news');
  const [first, ...others] = rows.map(({ position }) => position);
  await post(`${imports}/${id}/choices`, { choices: [{ operations: others, chosen: false }] }, headers);
  await publish(id, false);
  expect((await apiOf(slug)).document?.found).toMatchObject({ changed: 1, new: 1, removed: 1 });
  // Something is left, so the same bytes are read again.
  expect((await look(slug)).document?.news).toMatchObject({ changed: 1, new: 1, removed: 1 });
  expect(first).toBe(0);

  const rest = (await look(slug)).id;
  const taken = (await publish(rest, false)).filter(({ outcome }) => outcome !== null);
  expect(taken.map(({ path, outcome, isOnline }) => [path, outcome, isOnline])).toEqual([
    ['/stock', 'changed', true],
    ['/shops', 'created', false],
    ['/gone', 'changed', false],
  ]);
  const priceOf = async (product = '') => (await ask(`/api/product/info?id=${product}`, { headers })).json;
  expect(await priceOf(taken[0]?.slug)).toMatchObject({ status: 1, price: { from: 7, to: 7 } });
  expect(await priceOf(taken[2]?.slug)).toMatchObject({ status: 0 });
  expect(await look(slug)).toMatchObject({ state: 'same' });
  expect(await apiOf(slug)).toMatchObject({ operations: 4, online: 2, document: { found: null } });
});

it('keeps its products where the document has another title', async () => {
  const slug = await published({ '/orders': list });
  document = {
    ...documentOf({ '/orders': { ...list, summary: 'Every order' } }),
    info: { title: 'Other', version: '2' },
  };
  const { id, document: facts } = await look(slug);
  expect([facts?.api.slug, facts?.news.changed]).toEqual([slug, 1]);
  expect((await publish(id, false))[0]).toMatchObject({ outcome: 'changed', isOnline: true });
});

it('counts looks that fail, and says why', async () => {
  const slug = await published({ '/orders': list });
  document = undefined;
  for (const failures of [1, 2, 3]) {
    expect((await look(slug)).state).toBe('failed');
    await expect.poll(async () => (await apiOf(slug)).document?.failures).toBe(failures);
  }
  expect((await apiOf(slug)).document?.problem).toContain('It answers with 500.');
  const needs = async () => (await ask('/api/operator/overview', { headers })).text;
  await expect.poll(needs, { timeout: 5_000 }).toContain(`"slug":"${slug}"`);
  document = documentOf({ '/orders': list });
  await look(slug);
  await expect.poll(async () => (await apiOf(slug)).document).toMatchObject({ failures: 0, problem: null });
});

it('is looked at daily where that is chosen, and forgotten without an address', async () => {
  const slug = await published({ '/orders': list });
  const at = `/api/operator/apis/${slug}/document`;
  expect((await post(at, { address, daily: true }, headers)).json).toEqual({ slug, address, daily: true });
  expect((await apiOf(slug)).document).toMatchObject({ daily: true });
  expect(await post(at, { address: 'ftp://x/y', daily: true }, headers)).toMatchObject(
    problem(422, 'validation'),
  );
  expect((await post(at, { address: null, daily: true }, headers)).json).toMatchObject({ daily: false });
  expect((await apiOf(slug)).document).toBeNull();
  const refused = await post(`/api/operator/apis/${slug}/looks`, {}, headers);
  expect(refused).toMatchObject(problem(422, 'validation'));
  expect(refused.text).toContain('enter its address');
});

it('belongs to the console: the API of a file is updated by the command line', async () => {
  await publishApi(inject('dataFolder'), documentOf({ '/orders': list }));
  const slug = title.toLowerCase().replaceAll(' ', '-');
  expect((await apiOf(slug)).keptIn).toMatch(/^\//);
  const refused = await post(`/api/operator/apis/${slug}/document`, { address, daily: true }, headers);
  expect(refused).toMatchObject(problem(422, 'validation'));
  expect(refused.text).toContain('farebox import --update');
  expect((await ask('/api/operator/apis/none', { headers })).status).toBe(404);
});
