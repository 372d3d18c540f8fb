import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { priceBounds, worstLines, worstPrice } from '../../../../lib/price/bounds.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { evaluatePrice } from '../../../../lib/price/evaluate.ts';
import { priceSchema } from '../../../../lib/price/price.ts';
import { compiled, fieldValues, inputSchema, inputs, prices } from './arbitrary-price.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { runs } from '../../../setup/runs.ts';

function program(lines: object[], rest: object = {}) {
  const result = compilePrice(priceSchema.parse({ lines, maximum: 1_000, ...rest }));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

const per = (quantity: string, fields: object = {}) => ({
  label: 'x',
  per: { quantity, rate: 1, unit: 'row', ...fields },
});

describe('priceBounds', () => {
  const object = (properties: JsonObject, required: string[] = []) => ({
    type: 'object',
    properties,
    required,
  });
  const width = { type: 'integer', minimum: 10, maximum: 20 };

  it.each<[string, object, JsonObject, [number, number]]>(
    // biome-ignore format: a table
    [
      ['a product', per('input.w * input.h'), object({ w: width, h: { const: 3 } }, ['w', 'h']), [30, 60]],
      ['an unlimited field', per('input.w'), object({ w: { type: 'integer', minimum: 2 } }, ['w']), [2, 1000]],
      ['an exclusive limit', per('input.w'), object({ w: { type: 'integer', exclusiveMinimum: 2, maximum: 4 } }), [3, 4]],
      ['a length', per('size(input.t)'), object({ t: { type: 'string', minLength: 1, maxLength: 9 } }, ['t']), [1, 9]],
      ['a list', per('size(input.l) * 2'), object({ l: { type: 'array', maxItems: 9 } }, ['l']), [0, 18]],
      ['a sum over rows', per('sum(input.l.map(r, r.n))'), object({ l: { type: 'array', maxItems: 9, items: object({ n: width }, ['n']) } }), [0, 180]],
      ['a filtered list', per('size(input.l.filter(n, n > 5))'), object({ l: { type: 'array', minItems: 2, maxItems: 9, items: width } }, ['l']), [2, 9]],
      [
        'a list filtered by what may fail to hold',
        per('size(input.l.filter(n, n > 15))'),
        object({ l: { type: 'array', minItems: 2, maxItems: 9, items: width } }, ['l']),
        [0, 9],
      ],
      ['a guarded field', per('has(input.w) ? input.w : 5'), object({ w: width }), [5, 20]],
      ['a required field is always there', per('has(input.w) ? input.w : 5'), object({ w: width }, ['w']), [10, 20]],
      ['a field with a default is always there', per('has(input.w) ? input.w : 5'), object({ w: { ...width, default: 12 } }), [10, 20]],
      ['a condition', { ...per('input.w'), when: 'input.on' }, object({ w: width, on: { type: 'boolean' } }), [0, 20]],
      ['what a condition says of its branch', { ...per('input.w'), when: 'input.w > 15' }, object({ w: width }, ['w']), [0, 20]],
      ['an enum in a choice', { label: 'x', choice: { value: 'input.f', credits: { a: 1, b: 7, c: 99 } } }, object({ f: { enum: ['a', 'b'] } }, ['f']), [1, 7]],
      ['a choice that may be absent', { label: 'x', choice: { value: 'input.f', credits: { a: 1 }, otherwise: 4 } }, object({ f: { enum: ['a'] } }), [1, 4]],
      ['a table', per('{"a": 2, "b": 5}[input.f]'), object({ f: { enum: ['a', 'b'] } }, ['f']), [2, 5]],
      [
        'volume tiers, dearest in the middle',
        { label: 'x', tiers: { quantity: 'input.w', unit: 'row', mode: 'volume', steps: [{ upTo: 15, rate: 2 }, { rate: 1 }] } },
        object({ w: width }, ['w']),
        [16, 30],
      ],
      ['a reference', per('input.w'), { ...object({ w: { $ref: '#/$defs/W' } }, ['w']), $defs: { W: width } }, [10, 20]],
      ['a remainder', per('input.w % 7'), object({ w: width }, ['w']), [0, 7]],
      ['nothing that has a price', per('input.w.x'), object({ w: width }, ['w']), [0, 1000]],
    ],
  )('%s', (_name, line, schema, [from, to]) => {
    expect(priceBounds(program([line]), schema)).toEqual({ from, to });
  });

  it('minimum and maximum clamp', () => {
    const schema = object({ w: { type: 'integer', minimum: 0 } }, ['w']);
    expect(priceBounds(program([per('input.w')], { minimum: 3, maximum: 8 }), schema)).toEqual({
      from: 3,
      to: 8,
    });
  });

  it('a schema whose unions multiply is still read in time', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `D${at}`,
        { anyOf: [{ $ref: `#/$defs/D${at + 1}` }, { $ref: `#/$defs/D${at + 1}` }] },
      ]),
    );
    const schema = { ...object({ w: { $ref: '#/$defs/D0' } }), $defs };
    expect(cpuMs(() => void priceBounds(program([per('input.w')]), schema))).toBeLessThan(1_000);
  });

  it('every valid input is inside', () => {
    let priced = 0;
    fc.assert(
      fc.property(prices, fc.array(inputs, { minLength: 5, maxLength: 5 }), (price, all) => {
        const subject = compiled(price);
        const { from, to } = priceBounds(subject, inputSchema);
        for (const input of all) {
          const evaluation = evaluatePrice(subject, { input });
          if (!evaluation.ok) continue;
          priced += 1;
          expect(evaluation.credits).toBeGreaterThanOrEqual(from);
          expect(evaluation.credits).toBeLessThanOrEqual(to);
        }
      }),
      { numRuns: runs(80) },
    );
    expect(priced).toBeGreaterThan(40);
  });
});

it('worstLines says each line exactly where it can, and its most where a field is open', () => {
  const subject = program([{ label: 'x', flat: 2 }, per('input.a'), per('input.b'), per('input.free')], {
    maximum: 100,
  });
  const holes = [
    { name: 'a', schema: { type: 'integer', maximum: 7 } },
    { name: 'free', schema: { type: 'integer' } },
  ];
  expect(worstLines(subject, { b: 3 }, holes).map(({ amount }) => amount)).toEqual(['2', '7', '3', '100']);
  expect(worstPrice(subject, { b: 3 }, holes)).toBe(100);
});

describe('worstPrice', () => {
  const fields = [...Object.entries(fieldValues)];
  const fieldSchema = (name: string) => ({
    ...Object.entries(inputSchema.properties).find(([own]) => own === name)?.[1],
    $defs: inputSchema.$defs,
  });

  it('is never less than the price of any valid value', () => {
    const holes = fc.subarray(fields, { minLength: 1, maxLength: 3 });
    const cases = holes.chain((chosen) =>
      fc.tuple(
        fc.constant(chosen.map(([name]) => name)),
        fc.array(fc.record(Object.fromEntries(chosen)), { minLength: 4, maxLength: 4 }),
      ),
    );
    let priced = 0;
    fc.assert(
      fc.property(prices, inputs, cases, (price, input, [names, values]) => {
        const subject = compiled(price);
        const worst = worstPrice(
          subject,
          input,
          names.map((name) => ({ name, schema: fieldSchema(name) })),
        );
        for (const filled of values) {
          const evaluation = evaluatePrice(subject, { input: { ...input, ...filled } });
          if (!evaluation.ok) continue;
          priced += 1;
          expect(evaluation.credits).toBeLessThanOrEqual(worst);
        }
      }),
      { numRuns: runs(80) },
    );
    expect(priced).toBeGreaterThan(40);
  });

  it('counts an optional field as left out where that is dearer', () => {
    const subject = program([
      { label: 'x', flat: 2 },
      { label: 'y', flat: 5, when: '!has(input.a)' },
    ]);
    const hole = { name: 'a', schema: { type: 'integer' } };
    expect(worstPrice(subject, {}, [{ ...hole, optional: true }])).toBe(7);
    expect(worstPrice(subject, {}, [hole])).toBe(2);
  });

  it('is the price itself where nothing is open', () => {
    fc.assert(
      fc.property(prices, inputs, (price, input) => {
        const subject = compiled(price);
        const evaluation = evaluatePrice(subject, { input });
        fc.pre(evaluation.ok);
        expect(worstPrice(subject, input, [])).toBe(evaluation.ok && evaluation.credits);
      }),
      { numRuns: runs(50) },
    );
  });

  it('is the maximum where reading the other fields takes too much work', () => {
    const subject = program([per('sum(input.rows.map(row, row.size * input.a))')], { maximum: 900 });
    const input = { rows: [{ size: 1 }, { size: 2 }, { size: 3 }] };
    const holes = [{ name: 'a', schema: { type: 'integer', minimum: 0, maximum: 7 } }];
    const worst = (left: number) => worstPrice(subject, input, holes, { left });
    expect(worst(1_000)).toBe(63);
    expect(worst(10)).toBe(900);
    expect(worstLines(subject, input, holes, { left: 10 })[0]?.amount).toBe('900');
  });

  it.each<[string, object, JsonObject, number]>(
    // biome-ignore format: a table
    [
      ['the greatest number', per('input.a * input.b'), { type: 'integer', minimum: 1, maximum: 7 }, 21],
      ['the longest string', per('size(input.a)'), { type: 'string', maxLength: 12 }, 12],
      ['no limit at all', per('input.a'), { type: 'integer' }, 1_000],
      ['a field that the price does not read', per('input.b'), { type: 'integer' }, 3],
      ['the dearest choice', { label: 'x', choice: { value: 'input.a', credits: { p: 2, q: 9 } } }, { enum: ['p', 'q'] }, 9],
    ],
  )('%s', (_name, line, schema, credits) => {
    expect(worstPrice(program([line]), { b: 3 }, [{ name: 'a', schema }])).toBe(credits);
  });
});
