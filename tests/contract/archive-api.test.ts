import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorApiList } from '../../lib/operator/apis.ts';
import { operatorApi } from '../../lib/operator/imports.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { publishApi } from '../setup/publish-api.ts';
import { ask, post } from './ask.ts';

const operator = '/api/operator';
/** More than the writer takes at once. */
const many = 40;

let headers: Record<string, string>;
let made = 0;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
});

const act = (slug: string, what: string) =>
  post(`${operator}/apis/${slug}/${what}`, { reason: 'Tidied' }, headers);
const read = async (slug: string) =>
  operatorApi.parse((await ask(`${operator}/apis/${slug}`, { headers })).json);
const listed = async (query: string) =>
  operatorApiList.parse((await ask(`${operator}/apis?${query}`, { headers })).json).list;

/** An API of the console, whose title has this word. */
async function published(online: boolean, operations = 2): Promise<{ slug: string; word: string }> {
  made += 1;
  const word = `numbat${process.pid}x${made}`;
  const paths = Array.from({ length: operations }, (_, index) => [
    `/things-${index}`,
    { get: { summary: `List ${word} ${index}`, responses: { '200': { description: 'Done.' } } } },
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: `Zoo ${word}`, version: '1' },
    servers: [{ url: inject('upstreamUrl') }],
    paths: Object.fromEntries(paths),
  };
  const begun = await post(`${operator}/imports/document`, document, headers);
  const { id } = z.object({ id: z.string() }).parse(begun.json);
  const state = async () => (await ask(`${operator}/imports/${id}`, { headers })).text;
  await expect.poll(state).toContain('"state":"ready"');
  await post(`${operator}/imports/${id}/products`, { online }, headers);
  await expect.poll(state).toContain('"state":"published"');
  const [api] = await listed(`q=${word}`);
  return { slug: api?.slug ?? '', word };
}

it('is listed by name with its products, and by where it is kept', async () => {
  const { slug, word } = await published(true);
  expect(await listed(`q=${word.toUpperCase()}`)).toMatchObject([
    {
      slug,
      name: `Zoo ${word}`,
      version: '1',
      keptIn: 'console',
      products: 2,
      online: 2,
      archived: 0,
      missing: [],
    },
  ]);
  expect(await listed(`q=${word}&kept=file`)).toEqual([]);
  await published(false);
  const first = operatorApiList.parse((await ask(`${operator}/apis?pageSize=1`, { headers })).json);
  const rest = await listed(`before=${first.next}`);
  const all = [...first.list, ...rest].map(({ slug: one }) => one);
  expect(all).toEqual((await listed('pageSize=1000')).map(({ slug: one }) => one));
});

it('is archived with all its products, however many, and brought back', async () => {
  const { slug, word } = await published(true, many);
  const offered = async () =>
    z.object({ total: z.int() }).parse((await ask(`/api/product/list?q=${word}`)).json).total;
  const shown = async () => (await ask(`/api/catalogue?q=${word}`)).text.includes(`"slug":"${slug}"`);
  expect([await offered(), await shown()]).toEqual([many, true]);
  expect((await act(slug, 'deletion')).text).toContain('was online, and its calls and receipts stay');

  expect((await act(slug, 'archive')).json).toMatchObject({ slug, archived: true, hasMore: true });
  await expect.poll(() => read(slug)).toMatchObject({ operations: many, online: 0, archived: many });
  expect([await offered(), await shown()]).toEqual([0, false]);
  expect((await act(slug, 'archive')).text).toContain('is left to archive');

  expect((await act(slug, 'restoration')).json).toMatchObject({ slug, archived: false });
  await expect.poll(() => read(slug)).toMatchObject({ online: 0, archived: 0, everOnline: many });
});

it('is deleted with its products if none was ever online', async () => {
  const { slug, word } = await published(false, many);
  const itsProducts = await ask(`/api/product/list?status=0&pageSize=1&q=${word}`, { headers });
  const [product] = z.object({ list: z.array(z.object({ slug: z.string() })) }).parse(itsProducts.json).list;
  expect((await act(slug, 'deletion')).json).toMatchObject({ slug, hasMore: true });
  await expect.poll(async () => (await ask(`${operator}/apis/${slug}`, { headers })).status).toBe(404);
  expect((await ask(`${operator}/products/${product?.slug}`, { headers })).status).toBe(404);
  expect(await listed(`q=${word}`)).toEqual([]);
  expect((await act(slug, 'deletion')).status).toBe(404);
});

it('stays if it belongs to a file, and says where', async () => {
  const title = `Filed ${process.pid}`;
  await publishApi(inject('dataFolder'), {
    ...{ openapi: '3.1.0', info: { title, version: '1' }, servers: [{ url: inject('upstreamUrl') }] },
    paths: { '/filed': { get: { responses: { '200': { description: 'Done.' } } } } },
  });
  const [{ slug = '' } = {}] = await listed(`q=${title}&kept=file`);
  for (const what of ['archive', 'restoration', 'deletion']) {
    const refused = await act(slug, what);
    expect(refused).toMatchObject(problem(422, 'validation'));
    expect(refused.text).toContain('belongs to');
  }
});
