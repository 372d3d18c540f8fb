import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorTagList } from '../../lib/operator/tags.ts';
import { exportFolder } from '../../cli/work/export-folder.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { placeOf } from '../setup/data-place.ts';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const address = '/api/operator/tags';
/** In every slug, so that the tags are of this run alone. */
const run = `run${process.pid}`;
const [first, second, third] = [`alpha-${run}`, `beta-${run}`, `gamma-${run}`];
const provider = `firm-${run}`;

let folder: string;
let headers: Record<string, string>;

beforeAll(async () => {
  headers = (await makePerson(inject('dataFolder'), { role: 'publisher' })).headers;
  folder = await mkdtemp(join(tmpdir(), 'farebox-tags-'));
  await writeTags();
  await writeProduct('one', [first]);
  await writeProduct('two', [first, second]);
  await writeProduct('three', [third]);
  await apply();
});
afterAll(() => rm(folder, { recursive: true }));

const apply = () => applyCatalogue(inject('dataFolder'), folder);

async function writeTags(name = 'Alpha'): Promise<void> {
  const tags = {
    types: [{ slug: `kind-${run}`, name: 'Kind' }],
    providers: [{ slug: provider, name: 'Firm' }],
    capabilities: [
      { slug: first, name },
      { slug: second, name: 'Beta' },
      { slug: third, name: 'Gamma' },
    ],
  };
  await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
}

async function writeProduct(name: string, capabilities: string[]): Promise<void> {
  const entry = {
    ...{ slug: `${name}-${run}`, name, status: 'online', type: `kind-${run}`, provider, capabilities },
    operation: {
      ...{ server: { url: inject('upstreamUrl') }, method: 'get', path: '/do' },
      responses: { '200': { description: 'Done.' } },
    },
    price: { lines: [{ label: 'Each', flat: 1 }], maximum: 1 },
  };
  await writeFile(join(folder, `${name}.yaml`), JSON.stringify(entry));
}

/** `tags.yaml` as `farebox export` writes it. */
async function exportedTags(): Promise<string> {
  const out = join(folder, '..', `exported-${run}`);
  await exportFolder(placeOf(inject('dataFolder')), out, [`one-${run}`]);
  const text = await readFile(join(out, 'tags.yaml'), 'utf8');
  await rm(out, { recursive: true });
  return text;
}

const change = (path: string, body: object = {}) => post(`${address}${path}`, body, headers);
const order = (slugs: string[]) => post('/api/operator/tag-orders/capabilities', { slugs }, headers);
const tags = async () =>
  operatorTagList
    .parse((await ask(`${address}?kind=capabilities&q=${run}`, { headers })).json)
    .list.filter(({ slug }) => slug.endsWith(run));
const tagOf = async (slug: string) => (await tags()).find((tag) => tag.slug === slug);

const listing = z.object({
  list: z.array(
    z.object({ slug: z.string(), abilities: z.array(z.object({ slug: z.string(), name: z.string() })) }),
  ),
  facets: z.array(
    z.object({ type: z.int(), tags: z.array(z.object({ slug: z.string(), name: z.string() })) }),
  ),
});
const found = async (tag: string) =>
  listing.parse((await ask(`/api/product/list?facets=1&sort=name&tag=${tag}&pageSize=50`)).json);
const facet = async () => {
  const { facets } = await found(provider);
  return facets.find(({ type }) => type === 3)?.tags.map(({ slug }) => slug);
};
const abilitiesOf = async (product: string) =>
  (await found(provider)).list.find(({ slug }) => slug === `${product}-${run}`)?.abilities;
const searched = async (q: string) => (await ask(`/api/product/list?q=${q}`)).text;

it('is renamed over what files say, which is shown again', async () => {
  const word = `zebra${process.pid}`;
  expect((await change(`/capabilities/${first}`, { name: word, url: 'https://example.com/a' })).json).toEqual(
    {
      ...{ kind: 'capabilities', slug: first, name: word },
    },
  );
  await expect.poll(() => abilitiesOf('one')).toMatchObject([{ slug: first, name: word }]);
  await expect.poll(() => searched(word)).toContain(`one-${run}`);
  await writeTags('Alpha of the files');
  await apply();
  expect(await tagOf(first)).toMatchObject({
    ...{ name: word, url: 'https://example.com/a', saidBy: 'console' },
    beneath: { name: 'Alpha of the files', url: null },
  });
  expect(await exportedTags()).toContain(word);

  expect(await change(`/capabilities/${first}/reset`)).toMatchObject({ status: 200 });
  expect(await tagOf(first)).toMatchObject({ name: 'Alpha of the files', saidBy: 'files', beneath: null });
  await expect.poll(() => abilitiesOf('one')).toMatchObject([{ name: 'Alpha of the files' }]);
  expect(await change(`/capabilities/${first}/reset`)).toMatchObject(problem(422, 'validation'));
});

it('has the place that the console gives it, in the filters and in files', async () => {
  expect((await facet())?.[0]).toBe(first);
  expect((await order([third, second])).json).toEqual({ kind: 'capabilities', ordered: 2 });
  expect(await facet()).toEqual([third, second, first]);
  expect(await exportedTags()).toMatch(new RegExp(`${third}\\n.*name: Gamma\\n.*position: 1`));
  await apply();
  expect(await facet()).toEqual([third, second, first]);
  await order([]);
  expect((await facet())?.[0]).toBe(first);
});

it('is merged: its products have the other one, and its slug stands for that in filters and files', async () => {
  await order([second]);
  expect((await change(`/capabilities/${first}/merge`, { into: second })).json).toEqual({
    ...{ kind: 'capabilities', slug: first, into: second, products: 2 },
  });
  expect(await facet()).toEqual([second, third]);
  const slugsAt = async (tag: string) => (await found(tag)).list.map(({ slug }) => slug);
  expect(await slugsAt(second)).toEqual([`one-${run}`, `two-${run}`]);
  expect(await slugsAt(first)).toEqual(await slugsAt(second));
  await expect.poll(() => abilitiesOf('one')).toMatchObject([{ slug: second }]);
  await expect.poll(() => abilitiesOf('two')).toHaveLength(1);
  expect(await tagOf(second)).toMatchObject({ former: [first], products: 2 });

  const releases = async () => (await ask(`/api/operator/products/one-${run}/releases`, { headers })).text;
  const before = await releases();
  await writeTags('Alpha once more');
  await apply();
  expect([await releases(), await facet()]).toEqual([before, [second, third]]);
  await writeProduct('three', [first, second]);
  await apply();
  expect(await abilitiesOf('three')).toMatchObject([{ slug: second }]);

  expect((await change(`/capabilities/${second}/merge`, { into: third })).json).toMatchObject({
    products: 3,
  });
  expect(await slugsAt(first)).toHaveLength(3);
  expect(await change(`/capabilities/${first}`, { name: 'Back' })).toMatchObject(problem(404, 'not-found'));
  expect(await change(`/capabilities/${third}/merge`, { into: third })).toMatchObject(
    problem(422, 'validation'),
  );
  expect(await change(`/capabilities/${third}/merge`, { into: provider })).toMatchObject(
    problem(422, 'validation'),
  );
  const page = await ask(`/?tag=${first}`);
  expect([page.status, page.headers['location']]).toEqual([307, `/?tag=${third}`]);
});

it('is made, also a provider, into which another is merged', async () => {
  const made = { kind: 'providers', slug: `new-${run}`, name: 'New Firm' };
  expect((await change('', { ...made, icon: 'firm' })).json).toEqual(made);
  expect(await change('', made)).toMatchObject(problem(422, 'validation'));
  expect((await change(`/providers/${provider}/merge`, { into: made.slug })).json).toMatchObject({
    products: 3,
  });
  await expect.poll(() => searched('Firm')).toContain(`"slug":"new-${run}","name":"New Firm","icon":"firm"`);
  await apply();
  expect((await found(made.slug)).list).toHaveLength(3);
  // The name of an icon is for clients; a sign is shown.
  const pages = [`/products/one-${run}`, `/?tag=${made.slug}`];
  for (const path of pages) expect((await ask(path)).text).not.toContain('>firm<');
  expect((await change(`/providers/${made.slug}`, { name: made.name, icon: '🏢' })).status).toBe(200);
  for (const path of pages)
    await expect.poll(async () => (await ask(path)).text).toMatch(/<span aria-hidden="true"[^>]*>🏢<\/span>/);
  expect(await change('/nothing/x', { name: 'x' })).toMatchObject(problem(404, 'not-found'));
});
