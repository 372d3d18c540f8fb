import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tariffOf } from '../../../../lib/price/tariff.ts';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { chargeFor, type Evaluation, evaluatePrice, settlePrice } from '../../../../lib/price/evaluate.ts';
import { explainPrice } from '../../../../lib/price/effects.ts';
import { type PriceLine, priceSchema, type Quantity } from '../../../../lib/price/price.ts';
import { runs } from '../../../setup/runs.ts';
import { compiled, inputs, prices } from './arbitrary-price.ts';

function program(lines: object[], rest: object = {}) {
  const result = compilePrice(priceSchema.parse({ lines, maximum: 500, ...rest }));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

function success(evaluation: Evaluation): Extract<Evaluation, { ok: true }> {
  if (!evaluation.ok) throw new Error(evaluation.detail);
  return evaluation;
}

const price = (line: object, input: JsonObject) =>
  success(evaluatePrice(program([{ label: 'x', ...line }]), { input }));
const megapixels = {
  per: { quantity: 'input.w * input.h', rate: 0.5, unit: 'megapixel', every: 1_000_000, included: 1_000_000 },
};
const rows = (mode: string) => ({
  tiers: {
    quantity: 'size(input.rows)',
    unit: 'row',
    mode,
    steps: [{ upTo: 2, rate: 0 }, { upTo: 4, rate: 0.25 }, { rate: 0.1 }],
  },
});
const list = (length: number) => ({ rows: Array.from({ length }, () => 1) });
const format = { choice: { value: 'input.format', credits: { png: 0, svg: 1 }, otherwise: 2.5 } };
const tokens = {
  per: { quantity: { quoted: 'input.most', settled: 'usage.tokens' }, rate: 0.02, unit: 'token' },
};

it.each<[string, object, JsonObject, object]>(
  // biome-ignore format: a table
  [
      ['flat', { flat: 2 }, {}, { amount: '2', text: '2 credits for the call' }],
      [
        'per, beyond what is included',
        megapixels,
        { w: 2000, h: 2000 },
        { quantity: '4000000', units: '3', amount: '1.5', text: '3 megapixels beyond the first, at 0.5 credits each' },
      ],
      ['per, within what is included', megapixels, { w: 1000, h: 1000 }, { units: '0', amount: '0', text: '0 megapixels beyond the first, at 0.5 credits each' }],
      ['per, one above', megapixels, { w: 1000, h: 1001 }, { units: '1', amount: '0.5' }],
      [
        'per, of a fraction',
        { per: { quantity: 'input.s * 3', rate: 0.000001, unit: 'second', every: 0.1 } },
        { s: 0.1 },
        { quantity: '0.3', units: '3', amount: '0.000003', text: '3 seconds, at 0.000001 credits each' },
      ],
      [
        'graduated tiers',
        rows('graduated'),
        list(6),
        { units: '6', amount: '0.7', text: '2 rows at 0 credits each, then 2 rows at 0.25 credits each, then 2 rows at 0.1 credits each' },
      ],
      ['graduated tiers at an edge', rows('graduated'), list(4), { amount: '0.5' }],
      ['volume tiers', rows('volume'), list(6), { amount: '0.6', text: '6 rows at 0.1 credits each' }],
      ['volume tiers at an edge', rows('volume'), list(4), { amount: '1' }],
      ['no rows', rows('graduated'), list(0), { units: '0', amount: '0', text: '0 rows' }],
      ['a choice', format, { format: 'svg' }, { amount: '1', text: 'svg: 1 credit' }],
      ['any other choice', format, { format: 'gif' }, { amount: '2.5', text: 'gif: 2.5 credits' }],
      ['a choice that is not given', format, {}, { amount: '2.5', text: 'not given: 2.5 credits' }],
      ['a choice by a number', { choice: { value: 'input.n', credits: { 3: 7 } } }, { n: 3 }, { amount: '7' }],
      ['a choice by truth', { choice: { value: 'input.on', credits: { true: 7, false: 0 } } }, { on: true }, { amount: '7' }],
      ['a choice by a name of every object', { choice: { value: 'input.n', credits: {}, otherwise: 3 } }, { n: 'constructor' }, { amount: '3' }],
      ['a condition that holds', { flat: 2, when: 'input.on' }, { on: true }, { amount: '2' }],
      ['a condition that does not', { flat: 2, when: 'input.on' }, { on: false }, { amount: '0', text: 'does not apply to this input' }],
    ],
)('each line: %s', (_name, line, input, expected) => {
  expect(price(line, input).lines).toEqual([expect.objectContaining(expected)]);
});

describe('the sum', () => {
  it('is exact, and rounded up once', () => {
    const tenth = { label: 'x', flat: 0.1 };
    const subject = program([tenth, tenth, tenth]);
    expect(evaluatePrice(subject, { input: {} })).toMatchObject({ credits: 1, subtotal: '0.3' });
    expect(evaluatePrice(program(Array.from({ length: 10 }, () => tenth)), { input: {} })).toMatchObject({
      credits: 1,
      subtotal: '1',
    });
    expect(evaluatePrice(program([{ label: 'x', flat: 1.000001 }]), { input: {} })).toMatchObject({
      credits: 2,
    });
  });

  it('is raised to the minimum and cut to the maximum', () => {
    const subject = program([{ label: 'x', per: { quantity: 'input.n', rate: 1, unit: 'row' } }], {
      minimum: 3,
      maximum: 7,
    });
    const at = (n: number) => evaluatePrice(subject, { input: { n } });
    expect(at(1)).toMatchObject({ credits: 3, clamped: 'minimum', subtotal: '1' });
    expect(at(3)).toMatchObject({ credits: 3, clamped: null });
    expect(at(7)).toMatchObject({ credits: 7, clamped: null });
    expect(at(8)).toMatchObject({ credits: 7, clamped: 'maximum', subtotal: '8' });
  });

  it('of no lines is nothing', () => {
    expect(evaluatePrice(program([]), { input: {} })).toEqual({
      ok: true,
      credits: 0,
      lines: [],
      subtotal: '0',
      clamped: null,
    });
  });
});

const per = (quantity: string) => ({ per: { quantity, rate: 1, unit: 'row' } });
it.each<[object, JsonValue, string, string]>(
  // biome-ignore format: a table
  [
      [per('input.n'), -1, '/lines/0/per/quantity', 'the quantity is negative: -1.'],
      [per('input.n * input.n'), 2 ** 40, '/lines/0/per/quantity', 'a number overflowed: it is beyond 2^53.'],
      [per('input.n'), 2 ** 60, '/lines/0/per/quantity', 'the quantity overflowed: it is beyond 2^53.'],
      [per('input.n'), Number.NaN, '/lines/0/per/quantity', 'the quantity is NaN.'],
      [per('input.n'), Number.POSITIVE_INFINITY, '/lines/0/per/quantity', 'the quantity overflowed: it is beyond 2^53.'],
      [per('input.n / 0'), 1, '/lines/0/per/quantity', 'a number was divided by zero.'],
      [per('input.n'), '3', '/lines/0/per/quantity', 'a quantity is a number, not a string.'],
      [per('input.m'), 1, '/lines/0/per/quantity', 'input.m is absent; guard it with has(input.m).'],
      [{ flat: 1, when: 'input.n' }, 1, '/lines/0/when', 'a condition is true or false, not a number.'],
      [{ choice: { value: 'input.n', credits: { a: 1 } } }, 'b', '/lines/0/choice', 'there are no credits for b, and no otherwise.'],
      [{ choice: { value: 'input.n', credits: { a: 1 } } }, [], '/lines/0/choice/value', 'a choice is made by a string, a number, true, false or null, not a list.'],
    ],
)('a price that fails says where and why: %j of %j', (line, n, pointer, detail) => {
  expect(evaluatePrice(program([{ label: 'x', ...line }]), { input: { n } })).toEqual({
    ok: false,
    pointer,
    detail,
  });
});

describe('compilePrice', () => {
  const schema = { type: 'object', properties: { width: { type: 'integer' }, format: { type: 'string' } } };
  const errorsOf = (lines: object[]) => {
    const result = compilePrice(priceSchema.parse({ lines, maximum: 5 }), schema);
    return result.ok ? [] : result.errors;
  };

  it('names every mistake with its place', () => {
    expect(
      errorsOf([
        { label: 'x', per: { quantity: 'input.widht', rate: 1, unit: 'row' } },
        { label: 'x', flat: 1, when: 'usage.tokens > 3' },
        { label: 'x', per: { quantity: { quoted: 'response.n', settled: '"a"' }, rate: 1, unit: 'row' } },
        { label: 'x', choice: { value: 'input.format.matches("a")', credits: {} } },
      ]),
    ).toEqual([
      { pointer: '/lines/0/per/quantity', detail: 'The input has no field widht; it has width, format.' },
      { pointer: '/lines/1/when', detail: 'usage is unknown; an expression can read input.' },
      {
        pointer: '/lines/2/per/quantity/quoted',
        detail: 'response is unknown; an expression can read input.',
      },
      {
        pointer: '/lines/2/per/quantity/settled',
        detail: 'Expected an expression that returns a number; this one returns a string.',
      },
      { pointer: '/lines/3/choice/value', detail: expect.stringContaining('matches() is not available') },
    ]);
  });

  it('takes a settled quantity over the response', () => {
    const per = {
      quantity: { quoted: 'input.width', settled: 'size(response.rows) + usage.n + input.width' },
      rate: 1,
      unit: 'row',
    };
    expect(errorsOf([{ label: 'x', per }])).toEqual([]);
  });
});

describe('chargeFor', () => {
  const subject = program([{ label: 'Tokens', ...tokens }]);
  const after = (tokens: number) => ({ input: { most: 100 }, response: null, usage: { tokens } });

  const priced = success(evaluatePrice(subject, { input: { most: 100 } }));

  it('charges what was used, at most the quote', () => {
    const quoted = { quoted: priced.credits, priced };
    expect(quoted.quoted).toBe(2);
    expect(chargeFor(subject, quoted, after(40))).toMatchObject({
      charged: 1,
      settled: 1,
      settledAbove: false,
    });
    expect(chargeFor(subject, quoted, after(100))).toMatchObject({ charged: 2, settledAbove: false });
    expect(chargeFor(subject, quoted, after(1_000))).toMatchObject({
      charged: 2,
      settled: 20,
      settledAbove: true,
    });
  });

  it('fails where what it is settled by did not come', () => {
    const unused = { input: { most: 100 }, response: null, usage: undefined };
    expect(chargeFor(subject, { quoted: 2, priced }, unused)).toEqual({
      ok: false,
      pointer: '/lines/0/per/quantity/settled',
      detail: 'usage is not there.',
    });
  });

  it('evaluates nothing again that what was used cannot change', () => {
    const price = program([
      {
        label: 'Rows',
        per: { quantity: 'sum(input.rows.map(row, size(input.text)))', rate: 1, unit: 'row' },
      },
      {
        label: 'Format',
        choice: { value: 'input.format', credits: { svg: 2 } },
        when: 'size(input.text) > 3',
      },
      { label: 'Tokens', ...tokens },
      { label: 'No tokens', ...tokens, when: 'input.format == "png"' },
    ]);
    const input = { rows: [1, 2], text: 'text', format: 'svg', most: 100 };
    const quote = success(evaluatePrice(price, { input }));
    // Without the other fields, and without work: both are needed only where they are read again.
    const settled = settlePrice(price, quote, { ...after(40), input: {} }, { left: 0 });
    expect(success(settled).lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Rows', '8'],
      ['Format', '2'],
      ['Tokens', '0.8'],
      ['No tokens', '0'],
    ]);
    expect(settled).toMatchObject({ credits: 11, subtotal: '10.8' });
  });

  it('comes to the price of the same lines with the quantities that were used', () => {
    const used = fc.record({ used: fc.nat(200), n: fc.nat(50) });
    fc.assert(
      fc.property(prices, inputs, used, (price, asked, use) => {
        const input = { ...asked, ...use };
        const subject = program([], price);
        const quote = evaluatePrice(subject, { input });
        fc.pre(quote.ok);
        const settled = settlePrice(subject, success(quote), { input, response: { n: use.n }, usage: use });
        const expected = evaluatePrice(program([], { ...price, lines: price.lines.map(byInput) }), { input });
        expect(overJson(settled)).toEqual(overJson(expected));
      }),
      { numRuns: runs(60) },
    );
  });
});

/** The line with its settled quantity alone, which is in the input here. */
function byInput({ per, tiers, ...line }: PriceLine): PriceLine {
  const settled = (quantity: Quantity) =>
    typeof quantity === 'string'
      ? quantity
      : quantity.settled.replace('usage.', 'input.').replace('response.', 'input.');
  return {
    ...line,
    ...(per && { per: { ...per, quantity: settled(per.quantity) } }),
    ...(tiers && { tiers: { ...tiers, quantity: settled(tiers.quantity) } }),
  };
}

function overJson(evaluation: Evaluation): JsonValue {
  return JSON.parse(JSON.stringify(evaluation));
}

describe('whatever the price', () => {
  it('the amounts add up to the subtotal, and the subtotal to the credits', () => {
    fc.assert(
      fc.property(prices, inputs, (price, input) => {
        const evaluation = evaluatePrice(compiled(price), { input });
        fc.pre(evaluation.ok);
        const { lines, subtotal, credits, clamped } = success(evaluation);
        const total = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 1e6), 0);
        fc.pre(Number.isSafeInteger(total));
        expect(Math.round(Number(subtotal) * 1e6)).toBe(total);
        if (clamped === null) expect(credits).toBe(Math.ceil(total / 1e6));
      }),
      { numRuns: runs(50) },
    );
  });
});

it.each<[string, object, object]>(
  // biome-ignore format: a table
  [
    ['a flat line', { flat: 2 }, { text: '2 credits for each call' }],
    [
      'a line with a condition',
      { ...megapixels, when: 'has(input.w)' },
      { text: '0.5 credits per megapixel, first one free, counted in whole megapixels', formula: 'input.w * input.h', when: 'has(input.w)' },
    ],
    ['a line that is settled', tokens, { text: '0.02 credits per token, counted in whole tokens', formula: 'input.most', settledBy: 'usage.tokens' }],
    [
      'graduated tiers',
      rows('graduated'),
      { text: 'per row, each at the rate of its own step: up to 2: 0 credits; up to 4: 0.25 credits; beyond: 0.1 credits', formula: 'size(input.rows)' },
    ],
    [
      'volume tiers',
      rows('volume'),
      { text: 'per row, all of them at the rate of the step they reach: up to 2: 0 credits; up to 4: 0.25 credits; beyond: 0.1 credits', formula: 'size(input.rows)' },
    ],
    ['a choice', format, { text: 'png: 0 credits; svg: 1 credit; anything else: 2.5 credits', formula: 'input.format' }],
    [
      'what is included',
      { per: { quantity: 'size(input.text)', rate: 1, unit: 'entry', included: 5_000 } },
      { text: '1 credit per entry, first 5,000 free, counted in whole entries', formula: 'size(input.text)' },
    ],
  ],
)('explainPrice says %s in words', (_what, line, words) => {
  const price = priceSchema.parse({ lines: [{ label: 'x', ...line }], maximum: 5_000, minimum: 1 });
  expect(explainPrice(price)).toEqual({
    lines: [{ label: 'x', ...words }],
    total: 'The sum is rounded up to whole credits; a call costs at least 1 and at most 5,000 credits.',
  });
});

it('does not take a line without a known tariff for a free one', () => {
  expect(() => tariffOf({ label: 'Percentage' })).toThrow('"Percentage" has no tariff');
});
