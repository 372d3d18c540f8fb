import { describe, expect, it } from 'vitest';
import { ask, post } from './ask.ts';
import { estimateOf } from './shapes.ts';
import { problem } from '../setup/problems.ts';

const path = '/api/product/credits/required';
const credits = async (input: unknown) => estimateOf((await post(`${path}/every-price`, input)).json).credits;
const detail = async (input: unknown, slug = 'every-price') =>
  estimateOf((await post(`${path}/${slug}?detail=full`, input)).json);
const whole = { format: 'png', width: 100, height: 50, rows: [] };

describe('POST /api/product/credits/required/{api_id}', () => {
  it('answers credits, an integer, and nothing more', async () => {
    expect((await post(`${path}/every-price`, whole)).json).toEqual({ credits: 3 });
  });

  it.each([
    ['the base fare and the minimum', {}, 3],
    ['pixels beyond the included, in whole steps', { height: 200 }, 2 + 19 * 0.25 + 0.25],
    ['rows beyond ten', { rows: Array.from({ length: 14 }, () => ({ name: 'a' })), height: 40 }, 5],
    ['a choice', { format: 'pdf' }, 6],
    ['a condition', { background: '#ffffff', format: 'svg' }, 5],
    ['the ceiling', { width: 4000, height: 4000, format: 'pdf' }, 1000],
  ])('prices %s', async (_what, change, expected) => {
    expect(await credits({ ...whole, ...change })).toBe(Math.ceil(expected));
  });

  it('takes any object: what is missing counts as its example or its dearest, what is wrong as its dearest', async () => {
    expect(await credits({})).toBeGreaterThanOrEqual(
      await credits({ ...whole, format: 'pdf', rows: Array.from({ length: 50 }, () => ({ name: '' })) }),
    );
    expect(await credits({ ...whole, width: 'wide' })).toBe(await credits({ ...whole, width: 4000 }));
    expect(await credits({ ...whole, width: 4001 })).toBe(await credits({ ...whole, width: 4000 }));
    expect(await credits({ ...whole, format: 'gif' })).toBe(await credits({ ...whole, format: 'pdf' }));
    expect(await credits({ ...whole, nested: { unknown: [true] } })).toBe(await credits(whole));
  });

  it('counts an optional field that is wrong as left out where that is dearer', async () => {
    const { json } = await post('/api/product/credits/required/historical-exchange-rates', { symbols: 7 });
    expect(json).toEqual({ credits: 2 });
  });

  it('gives a signed quote with its expiry, the lines, and what each field adds', async () => {
    const { json } = await post(`${path}/every-price?detail=full`, { ...whole, height: 200, format: 'svg' });
    expect(json).toMatchObject({
      credits: 8,
      quote: expect.stringMatching(/^fbq_[\w-]+\.[\w-]{43}$/),
      breakdown: [
        { label: 'Base fare', credits: '2' },
        { label: 'Pixels', credits: '4.75' },
        { label: 'Rows', credits: '0' },
        { label: 'Format', credits: '1' },
        { label: 'Background', credits: '0', text: 'does not apply to this input' },
      ],
      missing: [],
      invalid: [],
      ignored: [],
    });
    expect(json).toHaveProperty('expiresAt');
    expect(json).toHaveProperty('fields.0', { name: 'format', affectsPrice: true, adds: 1 });
  });

  it('says which lines count at their most, where a value cannot be counted', async () => {
    const { json } = await post(`${path}/every-price?detail=full`, {
      ...whole,
      width: 'wide',
      format: 'gif',
    });
    expect(json).toMatchObject({
      credits: 55,
      breakdown: [
        { label: 'Base fare', credits: '2' },
        { label: 'Pixels', credits: '50', text: 'at most, since a field that counts has no valid value' },
        { label: 'Rows', credits: '0' },
        { label: 'Format', credits: '3', text: 'at most, since a field that counts has no valid value' },
        { label: 'Background', credits: '0' },
      ],
    });
  });

  it('lists what a call would refuse, and quotes nothing then', async () => {
    const answer = await detail({
      format: 'gif',
      width: 0,
      'X-Copies': 2,
      extra: 1,
      fill: { kind: 'gradient', from: 'a' },
    });
    expect(answer.quote).toBeUndefined();
    expect(answer.missing?.map(({ pointer }) => pointer).sort()).toEqual(['/height', '/rows']);
    expect(answer.invalid?.map(({ pointer }) => pointer).sort()).toEqual([
      '/extra',
      '/fill/to',
      '/format',
      '/width',
    ]);
    const lenient = await detail({ parts: 2, extra: 1 }, 'failing-price');
    expect(lenient).toMatchObject({ ignored: ['extra'], invalid: [] });
    expect(lenient.quote).toBeDefined();
    for (const query of ['', '?detail=full'])
      for (const filling of ['', 'x'.repeat(200_000)])
        expect((await post(`${path}/failing-price${query}`, { parst: filling })).headers).toMatchObject({
          'farebox-ignored-fields': '"parst";nearest="parts"',
          'access-control-expose-headers': '*',
        });
  });

  it('takes no body as an empty object, and any type of body that is JSON', async () => {
    const empty = (await post(`${path}/every-price`, {})).json;
    expect((await ask(`${path}/every-price`, { method: 'POST' })).json).toEqual(empty);
    const asText = await ask(`${path}/every-price`, {
      method: 'POST',
      body: JSON.stringify(whole),
      headers: { 'content-type': 'text/plain' },
    });
    expect(asText.json).toEqual({ credits: 3 });
  });

  it('answers by id and slug, online or not, and 404 for what is unknown', async () => {
    expect((await post(`${path}/recursive`, { root: { value: 1 } })).json).toEqual({ credits: 1 });
    expect(await post(`${path}/nope`, {})).toMatchObject(problem(404, 'not-found'));
    expect(await post(`${path}/every%2Dprice`, whole)).toMatchObject({ status: 200, json: { credits: 3 } });
  });

  it('takes as large a body as the template says', async () => {
    const file = (bytes: number) => ({
      file: `data:text/plain;base64,${Buffer.alloc(bytes).toString('base64')}`,
    });
    expect(await post(`${path}/takes-files`, file(2_000_000))).toMatchObject({
      status: 200,
      json: { credits: 1 },
    });
    expect(await post(`${path}/takes-files`, file(3_000_000))).toMatchObject({ status: 413 });
  });
});
