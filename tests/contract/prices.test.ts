import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { priceHistory } from '../../lib/product/price-history.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post } from './ask.ts';

const mark = `f${process.pid}`;
const slug = `fare-${mark}`;
const hidden = `hidden-${mark}`;
let publisher: TestPerson;

function entry(credits: number, more: { name?: string; text?: string; charges?: object } = {}, of = slug) {
  const { name = 'Fare', text = 'Done.', charges = {} } = more;
  return {
    ...{ slug: of, name, status: 'online', type: `sea-${mark}`, provider: `port-${mark}`, labels: [] },
    introduction: [{ title: 'What it does', text: 'It counts.' }],
    operation: {
      server: { url: inject('upstreamUrl') },
      ...{ method: 'post', path: `/${of}` },
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { '200': { description: text, content: { 'application/json': {} } } },
    },
    price: { lines: [{ label: 'A call', flat: credits }], maximum: 9 },
    charges,
  };
}

async function publish(after: number, changed: object, reason?: string) {
  const body = { entry: JSON.stringify(changed), after, ...(reason !== undefined && { reason }) };
  const reply = await post(`/api/operator/products/${slug}/releases`, body, publisher.headers);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
}

beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'owner', name: `Petra ${mark}` });
  const folder = await mkdtemp(join(tmpdir(), 'farebox-prices-'));
  const tags = {
    types: [{ slug: `sea-${mark}`, name: 'Sea' }],
    providers: [{ slug: `port-${mark}`, name: 'P' }],
  };
  try {
    await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
    await writeFile(join(folder, `${slug}.yaml`), JSON.stringify(entry(2)));
    const secret = { ...entry(1, {}, hidden), visibility: 'accounts' };
    await writeFile(join(folder, `${hidden}.yaml`), JSON.stringify(secret));
    await applyCatalogue(inject('dataFolder'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const path = `/api/operator/products/${slug}/owner`;
  expect((await post(path, { keptIn: 'console' }, publisher.headers)).status).toBe(200);
  await publish(1, entry(2, { name: 'Fare anew' }), 'Not about the price');
  await publish(2, entry(2, { text: 'Done!' }));
  await publish(3, entry(4), 'The API raised its own price');
  await publish(4, entry(2, { charges: { timeout: 'quoted' } }));
  await publish(5, entry(2));
});

const prices = async (query = '') =>
  priceHistory.parse((await ask(`/api/product/prices/${slug}${query}`)).json);

describe('GET /api/product/prices/{api_id}', () => {
  it('lists what changed the price alone, the newest first, with words and difference', async () => {
    const { list, next } = await prices();
    const timeout = 'The API times out';
    const [free, full] = ['free', 'charged the full quote'];
    expect(list).toMatchObject([
      {
        ...{ version: 1, versions: [1], release: 6, mayCostMore: false, charges: [] },
        changes: [{ kind: 'cheaper', label: timeout, before: full, now: free }],
      },
      {
        ...{ version: 4, versions: [4], price: { from: 2, to: 2 }, mayCostMore: true, reason: null },
        charges: [`${timeout}: ${full}.`],
        changes: [
          { kind: 'cheaper', label: 'A call' },
          { kind: 'dearer', label: timeout, before: free, now: full },
        ],
      },
      {
        ...{ version: 3, versions: [3], price: { from: 4, to: 4 }, mayCostMore: true },
        reason: 'The API raised its own price',
        lines: [{ label: 'A call', text: '4 credits for each call' }],
        total: expect.stringContaining('at most 9 credits'),
        changes: [{ kind: 'dearer', before: '2 credits for each call', now: '4 credits for each call' }],
      },
      // What was published since had another name, and another operation.
      { version: 1, versions: [2, 1], release: 1, mayCostMore: null, changes: [], reason: null },
    ]);
    expect(next).toBe(null);
    const moments = list.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  it('is read page by page, and names no author', async () => {
    const first = await prices('?pageSize=3');
    expect(first.next).toBe(4);
    expect(first.list).toHaveLength(3);
    const rest = await prices(`?pageSize=3&before=${first.next}`);
    expect(rest).toMatchObject({ list: [{ release: 1, versions: [2, 1] }], next: null });
    for (const headers of [{}, publisher.headers]) {
      const { text, status } = await ask(`/api/product/prices/${slug}`, { headers });
      expect([status, text.includes(publisher.id), text.includes(mark)]).toEqual([200, false, false]);
    }
  });

  it('knows no product that its reader must not see, and one that is offline', async () => {
    const [absent, secret] = await Promise.all(
      [`absent-${mark}`, hidden].map((name) => ask(`/api/product/prices/${name}`)),
    );
    const same = (text = '') => text.replaceAll(hidden, `absent-${mark}`).replace(/"requestId":"[^"]*/, '');
    expect(secret?.status).toBe(404);
    expect(same(secret?.text)).toBe(same(absent?.text));
    for (const more of ['', '.md'])
      expect((await ask(`/products/${hidden}/prices${more}`, { headers: { accept: 'text/*' } })).status).toBe(
        404,
      );
    const seen = await ask(`/api/product/prices/${hidden}`, { headers: publisher.headers });
    expect(seen).toMatchObject({ status: 200, json: { list: [{ version: 1 }] } });
    expect(seen.headers['cache-control']).toBe('private, no-cache');
    expect((await ask('/api/product/prices/recursive')).json).toMatchObject({ list: [{ release: 1 }] });
  });

  it('has a page and a twin, where the twin of the product leads', async () => {
    const twin = await ask(`/products/${slug}/prices.md`);
    expect(twin.text).toContain('- Dearer: "A call": "2 credits for each call" → "4 credits for each call"');
    expect(twin.text).toContain('Some calls can cost more than before.');
    expect(twin.text).toContain('Reason: "The API raised its own price"');
    expect((await ask(`/products/${slug}.md`)).text).toContain(`/products/${slug}/prices.md`);
    const page = await ask(`/products/${slug}/prices`, { headers: { accept: 'text/html' } });
    for (const version of [1, 2, 3, 4]) expect(page.text.split(`id="version-${version}"`)).toHaveLength(2);
    expect(page.text).not.toContain(publisher.id);
  });
});
