import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorProductList } from '../../lib/operator/products.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

/** In every name, so that a search finds those of this run alone. */
const run = `quoll${process.pid}`;
const products = [
  { slug: `c-${run}`, name: `cherry ${run}`, price: 3 },
  { slug: `a-${run}`, name: `Apple ${run}`, price: 9 },
  { slug: `b-${run}`, name: `Banana ${run}`, price: 1 },
  { slug: `d-${run}`, name: `date ${run}`, price: 3 },
];
const later = { slug: `bb-${run}`, name: `Blueberry ${run}`, price: 2 };

let folder: string;
let headers: Record<string, string>;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'))).headers;
  folder = await mkdtemp(join(tmpdir(), 'farebox-orders-'));
  await publish(products);
});
afterAll(() => rm(folder, { recursive: true }));

async function publish(all: typeof products): Promise<void> {
  for (const { slug, name, price } of all)
    await writeFile(
      join(folder, `${slug}.yaml`),
      JSON.stringify({
        ...{ slug, name, status: 'online', type: `kind-${run}`, provider: `firm-${run}` },
        operation: {
          ...{ server: { url: inject('upstreamUrl') }, method: 'get', path: '/do' },
          responses: { '200': { description: 'Done.' } },
        },
        price: { lines: [{ label: 'Each', flat: price }], maximum: price },
      }),
    );
  const tags = {
    types: [{ slug: `kind-${run}`, name: 'Kind' }],
    providers: [{ slug: `firm-${run}`, name: 'Firm' }],
  };
  await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
  await applyCatalogue(inject('dataFolder'), folder);
}

async function read(path: string) {
  const reply = await ask(`/api/operator/products?${path}`, { headers });
  expect(reply.status, reply.text).toBe(200);
  return operatorProductList.parse(reply.json);
}
const lettersOf = (list: { slug: string }[]) => list.map(({ slug }) => slug.replace(`-${run}`, ''));
const letters = async (more: string) => lettersOf((await read(`q=${run}&${more}`)).list);

describe('a list of products', () => {
  it('is in the order that is asked for, also as CSV while searching', async () => {
    expect(await letters('sort=name')).toEqual(['a', 'b', 'c', 'd']);
    expect(await letters('sort=-name')).toEqual(['d', 'c', 'b', 'a']);
    expect(await letters('sort=price')).toEqual(['b', 'c', 'd', 'a']);
    expect(await letters('sort=-calls')).toEqual(['a', 'b', 'c', 'd']);
    expect((await letters('sort=-changed')).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    const csv = await ask(`/api/operator/products?q=${run}&sort=-price&format=csv`, { headers });
    const slugs = csv.text.split('\r\n').flatMap((row) => /,(\w+)-quoll/.exec(row)?.[1] ?? []);
    expect(slugs).toEqual(['a', 'd', 'c', 'b']);
  });

  it('goes on where a page ended, whatever is published between', async () => {
    const first = await read(`q=${run}&sort=name&pageSize=2`);
    expect(lettersOf(first.list)).toEqual(['a', 'b']);
    await publish([...products, later]);
    const second = await read(`q=${run}&sort=name&pageSize=2&before=${first.next}`);
    expect(lettersOf(second.list)).toEqual(['bb', 'c']);
    const third = await read(`q=${run}&sort=name&pageSize=2&before=${second.next}`);
    expect(third).toMatchObject({ list: [{ slug: `d-${run}` }], next: null });
    expect(third.counts).toMatchObject({ all: 5, online: 5, offline: 0, archived: 0 });
  });

  it('is filtered by where products are kept, at once after the console takes one over', async () => {
    expect(await letters('kept=file&sort=name')).toContain('d');
    await post(`/api/operator/products/d-${run}/owner`, { keptIn: 'console' }, headers);
    expect(await letters('kept=file&sort=name')).not.toContain('d');
    expect(await letters('kept=console')).toEqual(['d']);
    expect(await letters('kept=console&seen=accounts')).toEqual([]);
  });

  it('refuses an order that it has not, and says it if nothing has a name', async () => {
    const refused = (path: string) => ask(`/api/operator/${path}`, { headers });
    expect(await refused('products?sort=size')).toMatchObject(problem(400, 'invalid-parameter'));
    expect(await refused('calls?sort=-credits')).toMatchObject(problem(400, 'invalid-parameter'));
    expect(await refused('accounts?sort=name&before=7')).toMatchObject(problem(400, 'invalid-parameter'));
    expect(await refused('accounts?sort=-available&before=7.x')).toMatchObject(
      problem(400, 'invalid-parameter'),
    );
    expect(await refused('accounts?before=7.x')).toMatchObject(problem(400, 'invalid-parameter'));
    expect(await read(`api=nothing-${run}`)).toMatchObject({
      list: [],
      unknownFilter: `Nothing is called “nothing-${run}”: there is no such API.`,
    });
    const requests = await refused(`requests?product=nothing-${run}`);
    expect(requests.text).toContain('there is no such product');
  });
});

const accounts = z.object({
  list: z.array(z.object({ name: z.string(), spent: z.int(), lastCallOn: z.string().nullable() }).loose()),
  next: z.union([z.int(), z.string()]).nullable(),
});

it('accounts by name go on where a page ended, whatever is created between, and are the same as CSV', async () => {
  const create = (name: string) =>
    post('/api/operator/accounts', { name: `${name} ${run}`, credits: 5, reason: 'Test' }, headers);
  for (const name of ['beta', 'Alpha', 'gamma', 'Delta']) await create(name);
  const page = async (more: string) =>
    accounts.parse((await ask(`/api/operator/accounts?q=${run}&sort=name&${more}`, { headers })).json);
  const first = await page('pageSize=2');
  await create('aaa');
  await create('charly');
  const second = await page(`pageSize=9&before=${encodeURIComponent(String(first.next))}`);
  const namesOf = ({ list }: typeof first) => list.map(({ name }) => name.split(' ')[0]);
  expect([...namesOf(first), ...namesOf(second)]).toEqual(['Alpha', 'beta', 'charly', 'Delta', 'gamma']);
  expect(second.next).toBeNull();
  const csv = await ask(`/api/operator/accounts?q=${run}&sort=-name&pageSize=2&format=csv`, { headers });
  expect(csv.text).toMatch(/gamma quoll.*\r\n.*Delta quoll/);
  const [, next = ''] = /^<(.*)>/.exec(csv.headers['link'] ?? '') ?? [];
  expect((await ask(next, { headers })).text).toMatch(/charly quoll.*\r\n.*beta quoll/);
});

const counted = z.object({ list: z.array(z.unknown()) });

it.each([
  'products?sort=-price&state=online',
  'apis?sort=-online',
  'accounts?sort=-spent',
  'people?sort=email&state=operator',
  'keys?sort=-used&state=active',
  'calls?state=settled',
  'entries?kind=grant',
  'mails?q=example.com',
  'audit?verb=grant',
  'credentials?state=missing',
  'imports?',
  'requests?state=open',
  'tags?kind=types',
  'featured?',
  'pages?',
  'upstreams?',
])('the CSV of %s has its rows', async (list) => {
  const at = `/api/operator/${list}&pageSize=20`.replace(/\?&/, '?');
  const address = /credentials|imports|tags|featured|upstreams/.test(list)
    ? at.replace(/.pageSize=20/, '')
    : at;
  const inJson = await ask(address, { headers });
  const inCsv = await ask(address, { headers: { ...headers, accept: 'text/csv' } });
  expect([inJson.status, inCsv.status], inJson.text).toEqual([200, 200]);
  expect(inCsv.headers['content-type']).toBe('text/csv; charset=utf-8');
  // A cell may have lines of its own.
  const rows = inCsv.text
    .replace(/"(?:[^"]|"")*"/g, 'cell')
    .trimEnd()
    .split('\r\n');
  expect(rows).toHaveLength(counted.parse(inJson.json).list.length + 1);
});
