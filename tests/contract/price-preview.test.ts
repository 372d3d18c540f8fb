import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../lib/json/json.ts';
import { type Preview, pricePreview } from '../../lib/operator/price-preview.ts';
import { operatorProduct } from '../../lib/operator/products.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';

const slug = `parcels-${process.pid}`;
const operator = '/api/operator/products';
const secret = 'nobody may read this';

let publisher: TestPerson;
let account: TestAccount;

const entryOf = async () =>
  operatorProduct.parse((await ask(`${operator}/${slug}`, { headers: publisher.headers })).json).entry;
const send = (body: object, headers: Record<string, string> = publisher.headers) =>
  post(`${operator}/${slug}/price-preview`, body, headers);
const previewed = async (entry: string, wish: object = {}) =>
  pricePreview.parse((await send({ entry, ...wish })).json);

async function preview(changes: [string, string][], wish: object = {}): Promise<Preview> {
  const entry = await entryOf();
  for (const [old] of changes) expect(entry).toContain(old);
  const answer = await previewed(
    changes.reduce((text, [old, next]) => text.replace(old, next), entry),
    wish,
  );
  expect(answer.mistakes).toEqual([]);
  if (!answer.preview) throw new Error('There is no preview.');
  return answer.preview;
}

const costs = ({ samples }: Preview) =>
  samples.map(({ kind, input, now, then }) => [kind, input, now?.credits ?? null, then?.credits ?? null]);

beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  account = await makeAccount(inject('dataFolder'), 1_000);
  const schema: JsonObject = {
    type: 'object',
    required: ['parcels', 'service'],
    properties: {
      parcels: { type: 'integer', minimum: 1, maximum: 20, examples: [4], description: 'How many.' },
      service: { enum: ['economy', 'express'], examples: ['economy'] },
      insurance: { type: 'object', properties: { 'max-amount': { type: 'number', minimum: 0 } } },
      note: { type: 'string' },
    },
  };
  const lines = [
    { label: 'Parcels', per: { quantity: 'input.parcels', rate: 2, unit: 'parcel' } },
    { label: 'Service', choice: { value: 'input.service', credits: { economy: 0, express: 4 } } },
  ];
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [{ slug, schema, lines, maximum: 50 }]);
  for (const parcels of [1, 1, 9])
    await sendCall(
      inject('portalUrl'),
      slug,
      { parcels, service: 'economy', note: secret },
      {
        key: account.key,
      },
    );
});

describe('the preview of a price', () => {
  it('says the price in words, its bounds, and what each line adds', async () => {
    const same = await preview([]);
    expect(same).toMatchObject({
      ...{ mayCostMore: null, changes: [], range: { now: { from: 2, to: 44 }, then: { from: 2, to: 44 } } },
      lines: [
        { label: 'Parcels', text: '2 credits per parcel, counted in whole parcels', from: '2', to: '40' },
        { label: 'Service', text: 'economy: 0 credits; express: 4 credits', from: '0', to: '4' },
      ],
    });
    expect(same.total).toContain('at most 50 credits');
  });

  it('prices the example and the corners by both, and says what becomes dearer and cheaper', async () => {
    const other = await preview([
      ['rate: 2', 'rate: 1.5'],
      ['express: 4', 'express: 30'],
    ]);
    expect(other).toMatchObject({ mayCostMore: true, range: { then: { from: 2, to: 50 } } });
    expect(other.changes.map(({ kind, label }) => [kind, label])).toEqual([
      ['cheaper', 'Parcels'],
      ['dearer', 'Service'],
    ]);
    expect(costs(other)).toEqual([
      ['example', 'parcels: 4, service: economy', 8, 6],
      ['least', 'parcels: 1, service: economy', 2, 2],
      ['most', 'parcels: 20, service: express', 44, 50],
      ['dearer', 'parcels: 1, service: express', 6, 32],
      ['cheaper', 'parcels: 20, service: economy', 40, 30],
      ['value', 'parcels: 4, service: express', 12, 36],
    ]);
    expect(other.samples[2]?.then).toMatchObject({ limitedBy: 'maximum' });
    expect(other.notes.join()).toContain('the lines come to 60 credits; the maximum cuts them to 50');
    const cheaper = await preview([['rate: 2', 'rate: 1.5']]);
    expect(cheaper.mayCostMore).toBe(false);
  });

  it('draws both along a field, with the rest of a sample', async () => {
    const change: [string, string][] = [['rate: 2', 'rate: 3']];
    const { plot } = await preview(change);
    expect(plot).toMatchObject({ field: 'parcels', kind: 'number' });
    expect(plot?.points).toHaveLength(20);
    expect(plot?.points.slice(-2)).toEqual([
      { at: 19, now: 38, then: 50 },
      { at: 20, now: 40, then: 50 },
    ]);
    const { plot: other } = await preview(change, { over: 'service', sample: 1 });
    expect(other).toMatchObject({
      ...{ field: 'service', kind: 'choice' },
      points: [
        { at: 'economy', now: 2, then: 3 },
        { at: 'express', now: 6, then: 7 },
      ],
    });
  });

  it('counts what the last calls cost by both, and says nothing of their inputs', async () => {
    const { json, text } = await send({ entry: (await entryOf()).replace('rate: 2', 'rate: 3') });
    expect(pricePreview.parse(json).preview?.calls).toEqual({
      looked: 3,
      prices: [
        { now: 2, then: 3, calls: 2 },
        { now: 18, then: 27, calls: 1 },
      ],
      uncovered: [],
    });
    expect(text).not.toContain(secret);
  });

  it('says what formulas can read, and which value has no price, where it cannot be published', async () => {
    const entry = await entryOf();
    const faulty = await previewed(entry.replace(/\n\s*express: 4/, ''));
    expect(faulty.preview).toBeNull();
    expect(faulty.mistakes.map(({ expected }) => expected).join()).toContain('service = "express"');
    expect(faulty.fields).toEqual([
      {
        path: 'input.parcels',
        type: 'integer',
        about: 'integer, 1 to 20',
        description: 'How many.',
        values: [],
      },
      {
        ...{ path: 'input.service', type: 'string', about: 'economy, express', description: '' },
        values: ['economy', 'express'],
      },
      expect.objectContaining({ path: 'input.insurance', type: 'object' }),
      expect.objectContaining({ path: 'input.insurance["max-amount"]', about: 'number, 0 and more' }),
      expect.objectContaining({ path: 'input.note', about: 'text' }),
    ]);
    const unread = await previewed('price: [');
    expect(unread).toMatchObject({ preview: null, mistakes: [{ line: 1 }] });
  });

  it('is for who may read drafts', async () => {
    const viewer = await makePerson(inject('dataFolder'), { role: 'viewer' });
    expect((await send({ entry: await entryOf() }, viewer.headers)).status).toBe(200);
    const nobody = await send({ entry: '' }, { authorization: `Bearer ${account.key}` });
    expect(nobody.status).toBe(403);
    const unknown = await post(`${operator}/none/price-preview`, { entry: 'a: 1' }, publisher.headers);
    expect(unknown.status).toBe(404);
  });
});
