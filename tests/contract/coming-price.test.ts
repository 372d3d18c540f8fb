import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { planList } from '../../lib/operator/plans.ts';
import { operatorProduct } from '../../lib/operator/products.ts';
import { dayText, momentText } from '../../lib/text/times.ts';
import { applyCatalogue } from '../setup/apply-fixtures.ts';
import { makeAccounts } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { ask, post, type Reply } from './ask.ts';

const mark = `p${process.pid}`;
const alone = `alone-${mark}`;
const member = `member-${mark}`;
const hidden = `unseen-${mark}`;
const dayMs = 86_400_000;
/** Whole minutes, as the words have it. */
const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3 * dayMs).toISOString();
const words = `From ${momentText(at)} UTC: 4–9 → 3–9 credits`;
const inShort = `From ${dayText(at)}: 4–9 → 3–9 credits`;

let publisher: TestPerson;
let key: string;

const entry = (slug: string, more: object = {}) => ({
  ...{
    slug,
    name: `Fare <${slug}> & more`,
    status: 'online',
    type: `tide-${mark}`,
    provider: `quay-${mark}`,
  },
  introduction: [{ title: 'What it does', text: 'It counts.' }],
  operation: {
    server: { url: inject('upstreamUrl') },
    ...{ method: 'post', path: `/${slug}` },
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { size: { type: 'integer', minimum: 0, default: 1 } } },
        },
      },
    },
    responses: { '200': { description: 'Done.', content: { 'application/json': {} } } },
  },
  price: {
    lines: [
      { label: 'A call', flat: 4 },
      { label: 'Size', per: { quantity: 'input.size', rate: 1, unit: 'unit' } },
    ],
    maximum: 9,
  },
  ...more,
});

async function plan(slug: string): Promise<void> {
  const own = { headers: publisher.headers };
  const kept = await post(`/api/operator/products/${slug}/owner`, { keptIn: 'console' }, publisher.headers);
  expect(kept.status).toBe(200);
  const read = operatorProduct.parse((await ask(`/api/operator/products/${slug}`, own)).json);
  const changed = read.entry.replace(/flat: 4|"flat":\s*4/, (found) => found.replace('4', '3'));
  const body = { entry: changed, after: read.release, effectiveAt: at, reason: 'Less to do' };
  const reply = await post(`/api/operator/products/${slug}/releases`, body, publisher.headers);
  expect(reply).toMatchObject({ status: 201, json: { planned: { effectiveAt: at } } });
}

beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'owner' });
  [{ key = '' } = { key: '' }] = await makeAccounts(inject('dataFolder'), [1_000]);
  const folder = await mkdtemp(join(tmpdir(), 'farebox-coming-'));
  const tags = {
    types: [{ slug: `tide-${mark}`, name: 'Tide' }],
    providers: [{ slug: `quay-${mark}`, name: 'Quay' }],
  };
  const api = {
    ...{ slug: `harbour-${mark}`, name: 'Harbour', provider: `quay-${mark}`, source: 'harbour' },
    groups: [{ operations: [member] }],
  };
  try {
    await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
    await writeFile(join(folder, 'harbour.yaml'), JSON.stringify({ api }));
    for (const slug of [alone, member])
      await writeFile(join(folder, `${slug}.yaml`), JSON.stringify(entry(slug)));
    const unseen = entry(hidden, { visibility: 'accounts' });
    await writeFile(join(folder, `${hidden}.yaml`), JSON.stringify(unseen));
    await applyCatalogue(inject('dataFolder'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const page = (path: string) => ask(path, { headers: { accept: 'text/html' } });

function tool(name: string, given: object): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  return post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    headers,
  );
}

const estimate = (slug: string) => post(`/api/product/credits/required/${slug}?detail=full`, { size: 2 });

/** Everywhere that a caller reads of a price. */
const places: Record<string, [read: () => Promise<Reply>, words: string]> = {
  'its page': [() => page(`/products/${alone}`), words],
  'the page of its prices': [() => page(`/products/${alone}/prices`), momentText(at)],
  'its card': [() => page(`/?q=${alone}`), inShort],
  'its row': [() => page(`/?q=${alone}&layout=rows`), inShort],
  'the page of its API': [() => page(`/apis/harbour-${mark}`), inShort],
  'the list of the catalogue': [() => ask(`/api/catalogue?q=${alone}`), inShort],
  'its prices': [() => ask(`/api/product/prices/${alone}`), words],
  'a full estimate': [() => estimate(alone), words],
  'its twin': [() => ask(`/products/${alone}.md`), `${words}. No call costs more than before.`],
  'the twin of its prices': [() => ask(`/products/${alone}/prices.md`), words],
  'the twin of the catalogue': [() => ask(`/index.md?q=${alone}`), inShort],
  'the twin of its API': [() => ask(`/apis/harbour-${mark}.md`), inShort],
  'the page of changes': [() => page('/changes'), words],
  'its twin for machines': [() => ask('/changes.md'), words],
  'the feed of changes': [() => ask('/changes.atom'), words],
  get_product: [() => tool('get_product', { product: alone }), words],
  quote_call: [() => tool('quote_call', { product: alone, input: { size: 2 } }), words],
};

/** The words as a page has them between its tags. */
const textOf = ({ text }: Reply) => text.replaceAll('<!-- -->', '');

async function placesThatSay(): Promise<string[]> {
  const found: string[] = [];
  for (const [place, [read, said]] of Object.entries(places)) {
    const reply = await read();
    expect([place, reply.status]).toEqual([place, 200]);
    if (textOf(reply).includes(said)) found.push(place);
  }
  return found;
}

/** The elements of a document, each of which ends where it must. */
function elementsOf(xml: string): string[] {
  expect(xml.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&');
  const [open, all]: [string[], string[]] = [[], []];
  for (const [, end, name = '', alone] of xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (all.push(name) > 0 && !alone) open.push(name);
  }
  expect(open).toEqual([]);
  return all;
}

describe('a price that is announced', () => {
  it('is told nowhere before', async () => {
    expect(await placesThatSay()).toEqual([]);
  });

  it('is told everywhere, in the same words, with what this call costs then', async () => {
    for (const slug of [alone, member, hidden]) await plan(slug);
    expect(await placesThatSay()).toEqual(Object.keys(places));
    expect((await estimate(alone)).json).toMatchObject({ credits: 6, changesAt: at, creditsThen: 5 });
    expect((await tool('quote_call', { product: alone, input: { size: 2 } })).text).toContain(
      'This call costs at most 5 credits then.',
    );
    expect((await ask(`/api/product/prices/${alone}`)).json).toMatchObject({
      coming: {
        ...{ at, price: { from: 3, to: 9 }, before: { from: 4, to: 9 }, mayCostMore: false },
        ...{ reason: 'Less to do', changes: [{ kind: 'cheaper', label: 'A call' }] },
      },
      list: [{ price: { from: 4, to: 9 } }],
    });
    expect((await ask(`/api/product/prices/${alone}?before=1`)).json).toMatchObject({ coming: null });
  });

  it('changes no answer of who asks for no more, and is told to nobody who does not see the product', async () => {
    const plain = await post(`/api/product/credits/required/${alone}`, { size: 2 });
    expect(plain.json).toEqual({ credits: 6 });
    for (const path of [
      '/changes.atom',
      '/changes.md',
      `/api/catalogue?q=${hidden}`,
      '/api/catalogue?pageSize=100',
      `/index.md?q=${hidden}`,
    ])
      expect((await ask(path)).text).not.toContain(hidden);
    const seen = await ask(`/api/catalogue?q=${hidden}`, { headers: publisher.headers });
    expect(seen.json).toMatchObject({ coming: [{ product: hidden, at, text: inShort }] });
  });

  it('is an entry of a feed, with what XML needs of it', async () => {
    const { headers, text } = await ask('/changes.atom');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const entries = text
      .split('<entry>')
      .slice(1)
      .filter((one) => one.includes(alone) || one.includes(member));
    expect(entries).toHaveLength(2);
    for (const entry of entries)
      expect(elementsOf(`<entry>${entry.split('</entry>')[0]}</entry>`)).toEqual([
        'entry',
        'id',
        'title',
        'updated',
        'link',
        'content',
      ]);
    expect(elementsOf(text).slice(0, 4)).toEqual(['feed', 'id', 'title', 'updated']);
    expect((await page('/changes')).text).toMatch(
      /<link rel="alternate" type="application\/atom\+xml" href="[^"]+\/changes.atom"/,
    );
  });

  it('is told nowhere after it was withdrawn', async () => {
    const plans = await ask(`/api/operator/products/${alone}/plans`, { headers: publisher.headers });
    for (const slug of [alone, member]) {
      const { json } =
        slug === alone
          ? plans
          : await ask(`/api/operator/products/${slug}/plans`, { headers: publisher.headers });
      const [{ plan: number = 0 } = {}] = planList.parse(json).list;
      const path = `/api/operator/products/${slug}/plans/${number}/withdrawal`;
      expect((await post(path, {}, publisher.headers)).status).toBe(200);
    }
    expect(await placesThatSay()).toEqual([]);
    for (const read of [() => page('/changes'), () => ask('/changes.md'), () => ask('/changes.atom')])
      expect(textOf(await read())).toContain(`Withdrawn, not from ${momentText(at)} UTC: 4–9 → 3–9 credits`);
    expect((await estimate(alone)).json).not.toHaveProperty('changesAt');
  });
});
