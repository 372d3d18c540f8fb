import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorProduct } from '../../lib/operator/products.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const operator = '/api/operator';

let headers: Record<string, string>;
let made = 0;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
});

const at = (slug: string, what = '') => `${operator}/products/${slug}${what}`;
const read = async (slug: string) => operatorProduct.parse((await ask(at(slug), { headers })).json);
const act = (slug: string, what: string) => post(at(slug, `/${what}`), { reason: 'Tidied' }, headers);
const listed = async (q: string) => (await ask(`/api/product/list?q=${q}`, { headers })).text;

/** The slug of a product of the console, and a word that only its name has. */
async function published(online: boolean): Promise<{ slug: string; word: string }> {
  made += 1;
  const word = `quokka${process.pid}x${made}`;
  const document = {
    openapi: '3.1.0',
    info: { title: `Zoo ${word}`, version: '1' },
    servers: [{ url: inject('upstreamUrl') }],
    paths: {
      '/things': { get: { summary: `List ${word}`, responses: { '200': { description: 'Done.' } } } },
    },
  };
  const begun = await post(`${operator}/imports/document`, document, headers);
  const { id } = z.object({ id: z.string() }).parse(begun.json);
  const state = async () => (await ask(`${operator}/imports/${id}`, { headers })).text;
  await expect.poll(state).toContain('"state":"ready"');
  await post(`${operator}/imports/${id}/products`, { online }, headers);
  await expect.poll(state).toContain('"state":"published"');
  const { json } = await ask(`${operator}/imports/${id}/operations`, { headers });
  const { list } = z.object({ list: z.array(z.object({ slug: z.string() })) }).parse(json);
  return { slug: list[0]?.slug ?? '', word };
}

it('is archived: in no list or search, and not called, while its calls and versions stay', async () => {
  const { slug, word } = await published(true);
  const { key } = await makeAccount(inject('dataFolder'), 10);
  const caller = { authorization: `Bearer ${key}` };
  const call = () => post(`/api/product/developer/call/${slug}`, {}, caller);
  expect((await call()).status).toBe(200);
  expect(await listed(word)).toContain(slug);
  expect((await act(slug, 'deletion')).text).toContain('its calls and receipts stay. Archive it.');

  expect((await act(slug, 'archive')).json).toEqual({ slug, archived: true });
  expect(await listed(word)).not.toContain(slug);
  expect(await call()).toMatchObject(problem(409, 'product-offline'));
  expect((await ask(`/products/${slug}`)).text).toContain('This product is no longer offered.');
  await post(at(slug, '/visibility'), { visibility: 'accounts' }, headers);
  expect((await ask(`/products/${slug}`)).status).toBe(404);
  await post(at(slug, '/visibility'), { visibility: 'public' }, headers);
  expect((await ask('/api/calls', { headers: caller })).text).toContain(slug);
  expect(await read(slug)).toMatchObject({ status: 'offline', release: 1 });
  expect((await read(slug)).archivedAt).not.toBeNull();
  const online = await post(at(slug, '/status'), { status: 'online' }, headers);
  expect(online).toMatchObject(problem(422, 'validation'));
  expect(online.text).toContain('Bring it back first.');
  const { entry } = await read(slug);
  const change = { entry: entry.replace('List ', 'Other '), after: 1 };
  expect(await post(at(slug, '/releases'), change, headers)).toMatchObject(problem(422, 'validation'));
  expect((await act(slug, 'archive')).text).toContain('is in the archive already');

  expect((await act(slug, 'restoration')).json).toEqual({ slug, archived: false });
  expect(await read(slug)).toMatchObject({ status: 'offline', archivedAt: null });
  await post(at(slug, '/status'), { status: 'online' }, headers);
  expect((await call()).status).toBe(200);
  const owner = await makePerson(inject('dataFolder'));
  const log = await ask(`${operator}/audit?verb=archive-product`, { headers: owner.headers });
  expect(log.text).toContain('"reason":"Tidied"');
});

it('is deleted if it was never online, with all that is of it', async () => {
  const { slug, word } = await published(false);
  expect(await read(slug)).toMatchObject({ wasOnline: false });
  expect((await act(slug, 'deletion')).json).toEqual({ slug });
  expect((await ask(at(slug), { headers })).status).toBe(404);
  expect((await ask(`/api/product/info?id=${slug}`, { headers })).status).toBe(404);
  expect((await act(slug, 'deletion')).status).toBe(404);
  expect(await listed(word)).not.toContain(slug);
});

it('stays if it belongs to a file, and says where', async () => {
  for (const what of ['archive', 'restoration', 'deletion']) {
    const refused = await act('scripted', what);
    expect(refused).toMatchObject(problem(422, 'validation'));
    expect(refused.text).toContain('belongs to');
  }
});
