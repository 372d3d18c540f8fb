import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { checkPrice, longInputs } from '../../../../lib/price/check-price.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { inputCorners } from '../../../../lib/price/corners.ts';
import { fieldEffects } from '../../../../lib/price/effects.ts';
import { evaluatePrice } from '../../../../lib/price/evaluate.ts';
import { priceSchema } from '../../../../lib/price/price.ts';
import { compiled, inputSchema, inputs, prices } from './arbitrary-price.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { runs } from '../../../setup/runs.ts';

function program(lines: object[], rest: object = {}) {
  const result = compilePrice(
    priceSchema.parse({ lines: lines.map((line) => ({ label: 'x', ...line })), maximum: 100, ...rest }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

const per = (quantity: string) => ({ per: { quantity, rate: 1, unit: 'row' } });
const object = (properties: JsonObject, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const width = { type: 'integer', minimum: 0, maximum: 10 };

describe('checkPrice', () => {
  it.each<[string, object, JsonObject, string[]]>(
    // biome-ignore format: a table
    [
      ['a sound price', per('input.w'), object({ w: width }, ['w']), []],
      ['a negative corner', per('input.w - 1'), object({ w: width }, ['w']), ['With w = 0: the quantity is negative: -1.']],
      ['a division by zero', per('1 / input.w'), object({ w: width }, ['w']), ['With w = 0: a number was divided by zero.']],
      [
        'an overflow',
        per('input.w * input.w'),
        object({ w: { type: 'integer', maximum: 2 ** 40 } }, ['w']),
        ['With w = 1099511627776: a number overflowed: it is beyond 2^53.'],
      ],
      ['an optional field that is not guarded', per('input.w'), object({ w: width }), ['With no field given: input.w is absent; guard it with has(input.w).']],
      ['a guarded one', per('has(input.w) ? input.w : 0'), object({ w: width }), []],
      ['one with a default', per('input.w'), object({ w: { ...width, default: 3 } }), []],
      [
        'an enum value without credits',
        { choice: { value: 'input.f', credits: { a: 1 } } },
        object({ f: { enum: ['a', 'b'] } }, ['f']),
        ['With f = "b": there are no credits for b, and no otherwise.'],
      ],
      ['null', per('input.w'), object({ w: { type: ['integer', 'null'], minimum: 0 } }, ['w']), ['With w = null: a quantity is a number, not null.']],
      ['the shortest string', per('size(input.t) - 1'), object({ t: { type: 'string', maxLength: 5 } }, ['t']), ['With t = "": the quantity is negative: -1.']],
      [
        'the longest list',
        per('3 - size(input.l)'),
        object({ l: { type: 'array', maxItems: 4 } }, ['l']),
        ['With l = ["","","",""]: the quantity is negative: -1.'],
      ],
      [
        'one branch of a union',
        per('input.u'),
        object({ u: { oneOf: [{ $ref: '#/$defs/N' }, { type: 'string' }] } }, ['u']),
        ['With u = "": a quantity is a number, not a string.'],
      ],
      [
        'two fields at once',
        per('3 - input.a * input.b'),
        object({ a: { ...width, maximum: 2, default: 0 }, b: { ...width, maximum: 2, default: 0 } }),
        ['With a = 2, b = 2: the quantity is negative: -1.'],
      ],
    ],
  )('%s', (_name, line, schema, details) => {
    const defs = { $defs: { N: width } };
    expect(checkPrice(program([line]), { ...schema, ...defs }).errors.map(({ detail }) => detail)).toEqual(
      details,
    );
  });

  it('notes what the maximum cuts', () => {
    const { errors, notes } = checkPrice(program([per('input.w * 50')]), object({ w: width }, ['w']));
    expect(errors).toEqual([]);
    expect(notes).toEqual(['With w = 10 the lines come to 500 credits; the maximum cuts them to 100.']);
  });

  it.each<[string, string, JsonObject, string]>(
    // biome-ignore format: a table
    [
      ['a list without an end', 'size(input.v)', { type: 'array', items: { type: 'string' } }, 'v = 1000 items the lines come to 1000 credits'],
      ['a list that may be longer than a corner', 'size(input.v)', { type: 'array', maxItems: 5000 }, 'v = 5000 items the lines come to 5000 credits'],
      ['a list of choices: each of them once', 'size(input.v) * 60', { type: 'array', items: { $ref: '#/$defs/C' } }, 'v = ["a","b"] the lines come to 120 credits'],
      ['a text without an end', 'size(input.v)', { type: 'string' }, 'v = 100000 characters the lines come to 100000 credits'],
      ['a text that may be longer than a corner', 'size(input.v)', { type: 'string', maxLength: 2000 }, 'v = 2000 characters the lines come to 2000 credits'],
      [
        'lists within lists',
        'size(input.v[0].cells) * size(input.v)',
        { type: 'array', minItems: 1, maxItems: 20, items: { type: 'object', properties: { cells: { type: 'array', maxItems: 30 } }, required: ['cells'] } },
        'v = [{"cells":',
      ],
      [
        'one of several forms',
        'size(input.v)',
        { oneOf: [{ type: 'string', maxLength: 9 }, { type: 'array', maxItems: 3000 }] },
        'v = 3000 items the lines come to 3000 credits',
      ],
    ],
  )('notes what the maximum cuts of %s', (_name, quantity, v, words) => {
    const schema = { ...object({ v }, ['v']), $defs: { C: { enum: ['a', 'b'] } } };
    const { errors, notes } = checkPrice(program([per(quantity)]), schema);
    expect(errors).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(`With ${words}`)]);
    expect(notes[0]).toMatch(/the maximum cuts them to 100\.$/);
  });

  it('reckons with the greatest of the other fields, and only where a text has no fixed form', () => {
    const schema = object({ rows: { type: 'array', maxItems: 2000 }, w: { ...width, default: 0 } }, ['rows']);
    expect(checkPrice(program([per('size(input.rows) * input.w')]), schema).notes).toEqual([
      'With rows = 2000 items, w = 10 the lines come to 20000 credits; the maximum cuts them to 100.',
    ]);
    const day = object({ day: { type: 'string', format: 'date' } }, ['day']);
    expect(checkPrice(program([per('size(input.day)')]), day).notes).toEqual([]);
  });

  it('notes a long value that has no price, without refusing it', () => {
    const divided = program([per('1 / (1000 - size(input.rows))')]);
    const { errors, notes } = checkPrice(divided, object({ rows: { type: 'array' } }, ['rows']));
    expect(errors).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^With rows = 1000 items there is no price: .*\.$/)]);
  });

  it('builds no value whose size would cost a publish its time', () => {
    const endless: JsonObject = { type: 'array', items: { $ref: '#/$defs/A' }, maxItems: 2 ** 40 };
    const schema = {
      ...object(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, endless]))),
      $defs: { A: endless },
    };
    const took = cpuMs(() => expect(longInputs(schema, 'all').length).toBeLessThanOrEqual(41));
    expect(took).toBeLessThan(1_000);
  });

  it('looks at a bounded number of corners', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `f${at}`,
        { enum: Array.from({ length: 300 }, (_, value) => value) },
      ]),
    );
    const took = cpuMs(() => expect(inputCorners(object(wide), 'all').length).toBeLessThanOrEqual(2_000));
    expect(took).toBeLessThan(2_000);
  });

  it('corners keep within their schema', () => {
    for (const input of inputCorners(inputSchema, 'all')) {
      expect(input.count).toBeGreaterThanOrEqual(0);
      expect(input.count).toBeLessThanOrEqual(20);
      expect(['png', 'svg', 'pdf']).toContain(input.format);
      if (input.ratio !== undefined) expect(input.ratio).toBeGreaterThan(0);
    }
  });
});

describe('fieldEffects', () => {
  const subject = program([
    per('input.w'),
    { flat: 5, when: 'has(input.logo)' },
    per('has(input.n) ? 10 / input.n : 0'),
  ]);
  const fields = [{ name: 'w', default: 2 }, { name: 'logo' }, { name: 'n' }, { name: 'other' }];

  it('says what each field adds against its default, or its absence', () => {
    expect(fieldEffects(subject, { w: 7, logo: 'x', n: 5, other: 1 }, fields)).toEqual([
      { name: 'w', affectsPrice: true, adds: 5 },
      { name: 'logo', affectsPrice: true, adds: 5 },
      { name: 'n', affectsPrice: true, adds: 2 },
      { name: 'other', affectsPrice: false, adds: 0 },
    ]);
  });

  it('takes the lines of a field that cannot be left out as a whole', () => {
    const input = { w: 7, logo: 'x', n: 5 };
    expect(fieldEffects(subject, input, [{ name: 'w' }, { name: 'n', required: true }])).toEqual([
      { name: 'w', affectsPrice: true, adds: 7 },
      { name: 'n', affectsPrice: true, adds: 2 },
    ]);
  });

  it('cannot tell of an input that has no price', () => {
    expect(fieldEffects(subject, { w: 7, n: 0 }, [{ name: 'other' }])[0]?.adds).toBeNull();
  });

  it('counts a quantity that is settled by an input field, and any use of the whole input', () => {
    const settled = { per: { quantity: { quoted: '1', settled: 'input.w' }, rate: 1, unit: 'row' } };
    expect(fieldEffects(program([settled]), { w: 1 }, fields)[0]?.affectsPrice).toBe(true);
    expect(
      fieldEffects(program([per('size(input)')]), { w: 1 }, fields).map(({ affectsPrice }) => affectsPrice),
    ).toEqual([true, true, true, true]);
  });

  it('what does not affect the price, never changes it', () => {
    fc.assert(
      fc.property(prices, inputs, inputs, (price, input, other) => {
        const subject = compiled(price);
        const names = Object.keys(inputSchema.properties).map((name) => ({ name }));
        const without = fieldEffects(subject, input, names).filter(({ affectsPrice }) => !affectsPrice);
        const changed = { ...input };
        for (const { name } of without) changed[name] = other[name] ?? null;
        expect(evaluatePrice(subject, { input: changed })).toEqual(evaluatePrice(subject, { input }));
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('a price that takes much work for each edge of the input', () => {
  const names = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index}`);
  const lists = names('list', 8);
  const choices = names('choice', 40);
  const list = { type: 'array', minItems: 999, maxItems: 1000, items: { type: 'integer', maximum: 3 } };
  const choice = { enum: Array.from({ length: 50 }, (_, index) => index) };
  const schema = object(
    Object.fromEntries([
      ...lists.map((name): [string, JsonObject] => [name, list]),
      ...choices.map((name): [string, JsonObject] => [name, choice]),
    ]),
    [...lists, ...choices],
  );
  const body = Array.from({ length: 20 }, () => 'one').join(' + ');

  it('is checked as far as a budget goes, and says so', () => {
    const lines = choices.map((name, index) =>
      per(`sum(input.list${index % lists.length}.map(one, ${body})) + input.${name}`),
    );
    let notes: string[] = [];
    const took = cpuMs(() => {
      ({ notes } = checkPrice(program(lines), schema));
    });
    expect(took).toBeLessThan(4_000);
    expect(notes[0]).toContain('Not all limits of the input were checked');
  });

  it('and a plain one with as many edges is checked whole', () => {
    expect(checkPrice(program(choices.map((name) => per(`input.${name}`))), schema).notes[0]).not.toContain(
      'Not all limits',
    );
  });
});
