import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { importDetail, importedOperationDetail, importedOperationList } from '../../lib/operator/imports.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { publishApi } from '../setup/publish-api.ts';
import { run, statement, timeOf } from '../../server/store/sql/statement.ts';
import { runBeside } from '../setup/run-beside.ts';
import { ask, post, type Reply } from './ask.ts';

const path = '/api/operator/imports';
const waited = ['ready', 'failed', 'published'];

let headers: Record<string, string>;
let server: Server;
let address: string;
/** What the server of documents answers, by path. */
const documents = new Map<string, string>();

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
  server = createServer((request, response) => {
    const text = documents.get(request.url ?? '');
    if (text === undefined) response.writeHead(404).end();
    else if (text.startsWith('to ')) response.writeHead(302, { location: text.slice(3) }).end();
    else response.end(text);
  });
  address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close());

const operation = (summary: string, tag: string, more: object = {}) => ({
  summary,
  tags: [tag],
  parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer', example: 3 } }],
  responses: { '200': { description: 'Done.' } },
  ...more,
});

let documentsMade = 0;

/** A document whose products no other test has. */
function shopDocument({ paths = {}, ...more }: { paths?: object; title?: string } = {}) {
  documentsMade += 1;
  const title = more.title ?? `Shop ${process.pid} ${documentsMade}`;
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0' },
    servers: [{ url: inject('upstreamUrl') }],
    tags: [{ name: 'Orders', description: 'What people buy.' }],
    paths: {
      '/orders': { get: operation('List orders', 'Orders'), post: operation('Create an order', 'Orders') },
      '/stock': { get: operation('Get the stock', 'Stock') },
      ...paths,
    },
  };
}

const idOf = ({ status, json }: Reply) => {
  expect(status).toBe(201);
  return z.object({ id: z.string() }).parse(json).id;
};

const send = (body: string | Buffer, query = '') =>
  ask(`${path}/document${query}`, { method: 'POST', body, headers });

async function read(id: string) {
  const { status, json } = await ask(`${path}/${id}`, { headers });
  expect(status).toBe(200);
  return importDetail.parse(json);
}

/** The import once it is read or published. */
async function settled(id: string) {
  await expect.poll(async () => waited.includes((await read(id)).state)).toBe(true);
  return read(id);
}

const imported = async (document: unknown) => settled(idOf(await send(JSON.stringify(document))));

async function operations(id: string, query = '') {
  const { status, json } = await ask(`${path}/${id}/operations${query}`, { headers });
  expect(status).toBe(200);
  return importedOperationList.parse(json);
}

const choose = (id: string, body: object) => post(`${path}/${id}/choices`, body, headers);

async function publish(id: string, online: boolean) {
  expect((await post(`${path}/${id}/products`, { online }, headers)).status).toBe(201);
  const done = await settled(id);
  expect([done.state, done.problem]).toEqual(['published', null]);
  return (await operations(id)).list;
}

const productOf = async (slug: string) =>
  z.looseObject({ name: z.string() }).parse((await ask(`/api/product/info?id=${slug}`, { headers })).json);

describe('a document that is sent', () => {
  it.each([
    ['JSON', (document: object) => JSON.stringify(document)],
    ['YAML', (document: object) => stringify(document)],
    ['UTF-16', (document: object) => Buffer.from(`\uFEFF${JSON.stringify(document)}`, 'utf16le')],
  ])('is read as %s, with its operations in groups', async (_what, write) => {
    const document = shopDocument();
    const id = idOf(await send(write(document), '?name=shop.yaml'));
    const found = await settled(id);
    expect(found).toMatchObject({ state: 'ready', file: 'shop.yaml', address: null, problem: null });
    expect(found.document).toMatchObject({
      title: document.info.title,
      operations: 3,
      imported: 3,
      groups: [
        { group: 0, name: 'Orders', description: 'What people buy.', operations: 2, chosen: 2 },
        { group: 1, name: 'Stock', operations: 1, chosen: 1 },
      ],
      servers: [{ from: inject('upstreamUrl'), to: inject('upstreamUrl'), problem: null }],
    });
    const { list, total, next } = await operations(id);
    expect([total, next]).toEqual([3, null]);
    expect(list.map(({ method, path: at, name }) => [method, at, name])).toEqual([
      ['get', '/orders', 'List orders'],
      ['post', '/orders', 'Create an order'],
      ['get', '/stock', 'Get the stock'],
    ]);
    expect(list[0]).toMatchObject({ fields: 1, required: 1, compared: 'new', chosen: true, price: 1 });
  });

  it.each([
    ['no text', Buffer.from([1, 0, 2]), 'it is a binary file'],
    ['no OpenAPI', '{"a": 1}', 'nothing in it says "openapi" or "swagger"'],
    ['cut off', '{"openapi": "3.1.0", "paths": {', 'ends too early'],
    [
      'a bomb',
      `openapi: 3.1.0\npaths: {}\na: &a [1]\nb: [${'*a, '.repeat(20_001)}]`,
      'more than 20000 aliases',
    ],
  ])('that is %s is refused with the sentence of the command line', async (_what, body, sentence) => {
    const found = await settled(idOf(await send(body)));
    expect(found).toMatchObject({ state: 'failed', document: null });
    expect(found.problem).toContain('is not an OpenAPI document that can be imported: ');
    expect(found.problem).toContain(sentence);
  });

  it('is refused if it is empty or too large', async () => {
    expect(await send('')).toMatchObject(problem(422, 'validation'));
    const length = { 'content-length': String(64 * 1024 * 1024 + 1) };
    const large = await ask(`${path}/document`, { method: 'POST', headers: { ...headers, ...length } });
    expect(large).toMatchObject(problem(413, 'body-too-large'));
    expect(large.text).toContain('more than 64 MiB');
  });

  it('is read once for an Idempotency-Key', async () => {
    const body = JSON.stringify(shopDocument());
    const key = { ...headers, 'idempotency-key': `import-${process.pid}` };
    const once = () => ask(`${path}/document`, { method: 'POST', body, headers: key });
    const [first, again] = [await once(), await once()];
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });
});

describe('an address', () => {
  const fetched = async (at: string) => settled(idOf(await post(path, { address: at }, headers)));

  it('is fetched through the guard, and is the base of relative servers', async () => {
    documents.set('/moved.json', `to ${address}/v2/openapi.json`);
    documents.set('/v2/openapi.json', JSON.stringify({ ...shopDocument(), servers: [{ url: '/v2' }] }));
    const found = await fetched(`${address}/moved.json`);
    expect(found).toMatchObject({ state: 'ready', address: `${address}/moved.json` });
    expect(found.document?.servers).toMatchObject([{ to: `${address}/v2` }]);
  });

  it.each([
    [
      'a private one',
      'http://10.1.2.3/openapi.json',
      'An owner can allow it under Private addresses in the console.',
    ],
    ['this machine', 'http://localhost:1/openapi.json', 'To allow it, add it to FAREBOX_EGRESS_ALLOW.'],
    ['plain http', 'http://api.example.com/openapi.json', 'Only https: addresses are fetched.'],
  ])('that is %s is refused', async (_what, at, sentence) => {
    const found = await fetched(at);
    expect(found.state).toBe('failed');
    expect(found.problem).toContain(`${at} cannot be read. `);
    expect(found.problem).toContain(sentence);
  });

  it('without a document says what it answers', async () => {
    expect((await fetched(`${address}/nothing`)).problem).toContain('It answers with 404.');
    documents.set('/private', 'to http://10.1.2.3/');
    expect((await fetched(`${address}/private`)).problem).toContain('10.1.2.3 is not on the public internet');
    const refused = await post(path, { address: 'ftp://x/y' }, headers);
    expect(refused).toMatchObject(problem(422, 'validation'));
  });
});

describe('an import whose portal has stopped', () => {
  const leave = statement('UPDATE Import SET state = ?, movedAt = ? WHERE id = ?');

  it.each([
    ['reading', 'failed', 'Read the document again.'],
    ['publishing', 'ready', 'Publish again to continue.'],
  ])('while %s is %s after half a minute, and says what to do', async (was, is, sentence) => {
    const { id } = await imported(shopDocument());
    const since = (ms: number) => timeOf(Date.now() - ms);
    await runBeside(inject('dataFolder'), () => run(leave, was, since(0), id));
    expect(await read(id)).toMatchObject({ state: was, problem: null });
    await runBeside(inject('dataFolder'), () => run(leave, was, since(31_000), id));
    const problem = `The portal that worked on it has stopped. ${sentence}`;
    expect(await read(id)).toMatchObject({ state: is, problem });
  });

  it('is published by whoever asks next', async () => {
    const { id } = await imported(shopDocument());
    await runBeside(inject('dataFolder'), () => run(leave, 'publishing', timeOf(Date.now() - 31_000), id));
    expect((await publish(id, false)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('created'));
  });
});

describe('operations', () => {
  it('are found by words, group and losses, page by page', async () => {
    const { id } = await imported(
      shopDocument({
        paths: { '/bad': { get: operation('Bad', 'Stock', { parameters: [{ $ref: 'x.json' }] }) } },
      }),
    );
    const paths = async (query: string) => (await operations(id, query)).list.map((one) => one.path);
    expect(await paths('?q=STOCK')).toEqual(['/stock']);
    expect(await paths('?group=0')).toEqual(['/orders', '/orders']);
    expect(await paths('?only=losses')).toEqual(['/bad']);
    const first = await operations(id, '?pageSize=2');
    expect(first.list).toHaveLength(2);
    expect((await operations(id, `?pageSize=2&after=${first.next}`)).list.map((one) => one.position)).toEqual(
      [2, 3],
    );
    const { json } = await ask(`${path}/${id}/operations/3`, { headers });
    const detail = importedOperationDetail.parse(json);
    expect(detail.lost.map(({ pointer }) => pointer)).toContain('/paths/~1bad/get/parameters/0');
    expect(detail.draft).toContain('path: /bad');
  });

  it('get names, slugs and prices, for all, a group or one, which stay stored', async () => {
    const { id } = await imported(shopDocument());
    const slug = `mended-${process.pid}`;
    expect(
      await choose(id, {
        choices: [{ price: 5 }, { group: 1, price: 0 }, { operations: [1], chosen: false }],
        rename: { operation: 0, name: 'All orders', slug },
      }),
    ).toMatchObject({ status: 200 });
    const { list } = await operations(id);
    expect(list.map(({ price, chosen }) => [price, chosen])).toEqual([
      [5, true],
      [5, false],
      [0, true],
    ]);
    expect(list[0]).toMatchObject({ name: 'All orders', slug });
    const twin = await choose(id, { rename: { operation: 1, slug } });
    expect(twin).toMatchObject(problem(422, 'validation'));
    expect(twin.text).toContain('GET /orders of this document has this slug, too.');
    for (const [body, pointer] of [
      [{ rename: { operation: 1, slug: 'No Slug' } }, '/rename/slug'],
      [{ choices: [{ price: 1.5 }] }, '/choices/0/price'],
      [{ server: { from: inject('upstreamUrl'), to: 'http://10.0.0.1' } }, '/server/to'],
    ] as const) {
      const refused = await choose(id, body);
      expect(refused).toMatchObject(problem(422, 'validation'));
      expect(refused.text).toContain(pointer);
    }
  });

  it('whose slug belongs to a file are not chosen, and name the file', async () => {
    const document = shopDocument();
    const slugs = await publishApi(inject('dataFolder'), document);
    const { id, document: facts } = await imported(document);
    const { list } = await operations(id);
    expect(list.map(({ compared, chosen }) => [compared, chosen])).toEqual(Array(3).fill(['foreign', false]));
    expect(list[0]?.sentence).toContain(`The product "${slugs[0]}" belongs to /`);
    expect(facts?.api.problem).toContain('belongs to /');
    expect((await post(`${path}/${id}/products`, { online: false }, headers)).status).toBe(422);
  });
});

describe('publishing', () => {
  it('makes drafts, then products that are online and can be called, and says what becomes of each', async () => {
    const { id } = await imported(
      shopDocument({
        paths: { '/secret': { get: operation('Secret', 'Stock', { security: [{ key: [] }] }) } },
      }),
    );
    await choose(id, { choices: [{ price: 3 }, { group: 1, price: 0 }] });
    const drafts = await publish(id, false);
    expect(drafts.map(({ outcome, isOnline }) => [outcome, isOnline])).toEqual(
      Array(4).fill(['created', false]),
    );
    const [slug = ''] = drafts.map((one) => one.slug);
    expect(await productOf(slug)).toMatchObject({ name: 'List orders', status: 0 });

    const online = await publish(id, true);
    expect(online.map(({ outcome, isOnline }) => [outcome, isOnline])).toEqual(
      Array(4).fill(['changed', true]),
    );
    const { key } = await makeAccount(inject('dataFolder'), 10);
    const call = await post(
      `/api/product/developer/call/${slug}`,
      { limit: 3 },
      { authorization: `Bearer ${key}` },
    );
    expect([call.status, call.headers['farebox-credits-balance']]).toEqual([200, '7']);
    expect((await publish(id, true)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'));
  });

  it('leaves offline what needs a credential that is missing, and names it', async () => {
    const secured = {
      ...shopDocument(),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
    };
    const { id, document } = await imported(secured);
    const [credential] = document?.credentials ?? [];
    expect(credential).toMatchObject({ type: 'apiKey', operations: 3, isMissing: true });
    const list = await publish(id, true);
    expect(list.map(({ outcome, isOnline }) => [outcome, isOnline])).toEqual(
      Array(3).fill(['created', false]),
    );
    expect(list[0]?.sentence).toContain(
      `It stays offline. Its upstream credential ${credential?.name} is missing`,
    );
  });

  it('of a later version changes operations, and keeps names, prices and addresses', async () => {
    const document = shopDocument();
    const first = await imported(document);
    const slug = `kept-${process.pid}`;
    const chosen = await choose(first.id, {
      choices: [{ price: 7 }],
      rename: { operation: 0, name: 'Kept', slug },
      server: { from: inject('upstreamUrl'), to: `${inject('upstreamUrl')}/v3` },
    });
    expect(chosen.text).toBe(JSON.stringify({ id: first.id }));
    await publish(first.id, true);

    const longer = operation('List orders, longer', 'Orders', {
      parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
    });
    const next = { ...document, paths: { ...document.paths, '/orders': { get: longer } } };
    const { id, document: facts } = await imported(next);
    expect(facts?.servers).toMatchObject([{ to: `${inject('upstreamUrl')}/v3` }]);
    const { list } = await operations(id);
    expect(list.map(({ path: at, compared, chosen, price }) => [at, compared, chosen, price])).toEqual([
      ['/orders', 'changed', true, null],
      ['/stock', 'unchanged', false, null],
      // Online, and no longer in the document: that is chosen by hand where nobody looked for a newer version.
      ['/orders', 'removed', false, null],
    ]);
    expect(list[0]).toMatchObject({ name: 'Kept', slug });
    const [asDraft] = await publish(id, false);
    expect(asDraft).toMatchObject({ outcome: 'refused', isOnline: false });
    expect(asDraft?.sentence).toContain('put it online to change it');
    const published = await publish(id, true);
    expect(published[0]).toMatchObject({ outcome: 'changed', isOnline: true });
    const { json } = await ask(`/api/product/playground?id=${slug}`, { headers });
    expect(JSON.stringify(json)).toContain('"page"');
    expect(await productOf(slug)).toMatchObject({ name: 'Kept', status: 1, price: { from: 7, to: 7 } });
  });

  it('belongs to the console: a folder does not replace it without --take-over', async () => {
    const document = shopDocument();
    await publish((await imported(document)).id, false);
    await expect(publishApi(inject('dataFolder'), document)).rejects.toThrow('belongs to the console');
  });

  it('sends a credential that the portal has to no new host, unless an owner publishes it', async () => {
    // A document names its credentials: this one means FAREBOX_SECRET_IN_ENVIRONMENT (tests/setup/contract-portal).
    const securitySchemes = { environment: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    const document = {
      ...shopDocument({ title: 'In' }),
      servers: [{ url: address }],
      ...{ components: { securitySchemes }, security: [{ environment: [] }] },
    };
    const { id } = await imported(document);
    const [refused] = await publish(id, true);
    expect(refused).toMatchObject({
      outcome: 'refused',
      sentence: `It would send the credential IN_ENVIRONMENT to ${address}, where no product sends it. Only an owner can publish that.`,
    });
    const owner = await makePerson(inject('dataFolder'));
    await post(`${path}/${id}/products`, { online: true }, owner.headers);
    expect((await settled(id)).problem).toBeNull();
    expect((await operations(id)).list[0]).toMatchObject({ outcome: 'created', isOnline: true });
  });

  it('of nothing, of a document that is not read, or of none is refused', async () => {
    const { id } = await imported(shopDocument());
    await choose(id, { choices: [{ chosen: false }] });
    expect(await post(`${path}/${id}/products`, { online: false }, headers)).toMatchObject(
      problem(422, 'validation'),
    );
    const failed = await imported({});
    expect(await post(`${path}/${failed.id}/products`, { online: false }, headers)).toMatchObject(
      problem(409, 'import-not-ready'),
    );
    expect(await ask(`${path}/imp_nothing`, { headers })).toMatchObject(problem(404, 'not-found'));
  });
});
