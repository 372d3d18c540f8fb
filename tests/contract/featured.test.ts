import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { CatalogueOrder } from '../../lib/face/face.ts';
import { shownFace } from '../../lib/face/stored-face.ts';
import { operatorProduct } from '../../lib/operator/products.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const address = '/api/operator/featured';
const run = `feat${process.pid}`;
const slugs = ['a', 'b', 'c', 'hidden', 'inside'].map((name) => `${run}-${name}`);
const [a = '', b = '', c = '', hidden = '', inside = ''] = slugs;

let folder: string;
let headers: Record<string, string>;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
  folder = await mkdtemp(join(tmpdir(), 'farebox-featured-'));
  const write = (name: string, value: object) => writeFile(join(folder, name), JSON.stringify(value));
  const tag = [{ slug: run, name: run }];
  await write('tags.yaml', { types: tag, providers: tag });
  for (const slug of slugs) {
    await write(`${slug}.yaml`, {
      ...{ slug, name: slug, status: 'online', type: run, provider: run },
      ...(slug === hidden && { visibility: 'accounts', searchWords: [`secret${run}`] }),
      operation: {
        ...{ server: { url: inject('upstreamUrl') }, method: 'get', path: '/do' },
        responses: { '200': { description: 'Done.' } },
      },
      price: { lines: [{ label: 'Each', flat: 1 }], maximum: 1 },
    });
  }
  await write('api.yaml', {
    api: { slug: `${run}-api`, name: `${run}-z`, provider: run, doc: '', groups: [{ operations: [inside] }] },
  });
  await applyCatalogue(inject('dataFolder'), folder);
});
afterAll(async () => {
  await feature([]);
  await rm(folder, { recursive: true });
});

const feature = (products: string[]) => post(address, { products }, headers);
const catalogue = (query = '', asked: Record<string, string> = {}) =>
  ask(`/api/catalogue?tag=${run}&facets=1${query}`, { headers: asked });
const listed = async (query = '', asked: Record<string, string> = {}) => {
  const list = z.object({ list: z.array(z.object({ slug: z.string() })) });
  return list.parse((await catalogue(query, asked)).json).list.map(({ slug }) => slug);
};

it('comes first in the catalogue, in the order of the operators, and in no other order or search', async () => {
  const usual = [a, b, c, `${run}-api`];
  expect(await listed()).toEqual(usual);
  expect((await feature([c, inside, a])).json).toEqual({ featured: 3 });
  expect(await listed()).toEqual([c, inside, a, b, `${run}-api`]);
  expect(await listed('&sort=name')).toEqual(usual);
  expect(await listed('&page=2&pageSize=2')).toEqual([a, b]);
  const unknown = await feature([a, 'no-such-product']);
  expect(unknown).toMatchObject(problem(422, 'validation'));
  expect(unknown.text).toContain('no-such-product');
  expect(await listed()).toEqual([c, inside, a, b, `${run}-api`]);
  await post(`/api/operator/products/${c}/status`, { status: 'offline' }, headers);
  expect(await listed()).toEqual([inside, a, b, `${run}-api`]);
  await post(`/api/operator/products/${c}/status`, { status: 'online' }, headers);
});

it('the others follow in the order of the operator, unless another is asked for', async () => {
  const owner = await makePerson(inject('dataFolder'));
  const portal = '/api/operator/portal';
  const order = async (catalogueOrder: CatalogueOrder) => {
    const { json } = await ask(portal, { headers: owner.headers });
    const { version: after, pictures: _, announcement, ...texts } = shownFace.parse(json);
    const told = announcement && { text: announcement.text, link: announcement.link };
    const body = { ...texts, announcement: told, after, catalogueOrder };
    expect((await post(portal, body, owner.headers)).status).toBe(200);
  };
  const products = async (query = '') => {
    const list = z.object({ list: z.array(z.object({ slug: z.string() })) });
    const { json } = await ask(`/api/product/list?tag=${run}${query}`);
    return list.parse(json).list.map(({ slug }) => slug);
  };
  const { key } = await makeAccount(inject('dataFolder'), 10);
  const call = await post(`/api/product/developer/call/${b}`, {}, { authorization: `Bearer ${key}` });
  expect(call.status).toBe(200);
  await feature([c]);
  try {
    const byName = await products();
    await order('popular');
    await expect.poll(() => listed()).toEqual([c, b, a, `${run}-api`]);
    expect((await products())[0]).toBe(b);
    expect((await catalogue()).json).toMatchObject({ usualSort: 'popular' });
    expect(await listed('&sort=name')).toEqual([a, b, c, `${run}-api`]);
    expect(await products('&sort=name')).toEqual(byName);
    expect((await ask('/')).text).toMatch(/<option value="" selected="">Most used</);
    await order('-created');
    expect(await listed()).toEqual([c, ...(await listed('&sort=-created')).filter((slug) => slug !== c)]);
  } finally {
    await order('name');
  }
  expect((await catalogue()).json).not.toHaveProperty('usualSort');
  expect(await products()).toEqual(await products('&sort=name'));
});

it('is not there for who may not see it: not a byte differs', async () => {
  await feature([b, a]);
  const before = (await catalogue()).text;
  const whole = (await ask('/api/catalogue')).text;
  await feature([hidden, b, a]);
  expect((await catalogue()).text).toBe(before);
  expect((await ask('/api/catalogue')).text).toBe(whole);
  expect((await ask('/')).text).not.toContain(hidden);
  const operators = (await ask(address, { headers })).json;
  expect(operators).toMatchObject({
    list: [{ slug: hidden, visibility: 'accounts' }, { slug: b }, { slug: a }],
  });
});

it('is found by its search words, which a new version changes', async () => {
  const search = async (word: string) => (await ask(`/api/product/list?q=${word}`)).text;
  const word = `wombat${run}`;
  const path = `/api/operator/products/${b}`;
  await post(`${path}/owner`, { keptIn: 'console' }, headers);
  const { entry, release } = operatorProduct.parse((await ask(path, { headers })).json);
  const changed = { entry: `${entry}searchWords: [${word}, to sit]\n`, after: release };
  expect((await post(`${path}/releases`, changed, headers)).json).toMatchObject({
    changed: ['search words'],
  });
  expect(await search(word)).toContain(b);
  expect(operatorProduct.parse((await ask(path, { headers })).json).entry).toContain(`- ${word}`);
  expect(await search(word.slice(0, -1))).toContain(b);
  expect(await search(`secret${run}`)).not.toContain(hidden);

  const none = { entry, after: release + 1 };
  expect((await post(`${path}/releases`, none, headers)).json).toMatchObject({ changed: ['search words'] });
  expect(await search(word)).not.toContain(`"slug":"${b}"`);
});
