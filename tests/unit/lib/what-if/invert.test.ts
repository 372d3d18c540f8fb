import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { evaluatePrice } from '../../../../lib/price/evaluate.ts';
import { mostFor } from '../../../../lib/what-if/invert.ts';
import { priceSchema } from '../../../../lib/price/price.ts';
import { compiled, inputs, prices, pricesOf } from '../price/arbitrary-price.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { runs } from '../../../setup/runs.ts';

function program(quantity: string, fields: object = {}) {
  const line = { label: 'x', per: { quantity, rate: 1, unit: 'row', ...fields } };
  const result = compilePrice(priceSchema.parse({ lines: [line], maximum: 1_000 }));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

describe('mostFor', () => {
  const number = (most: number | null, unlimited = false) => ({
    kind: 'number',
    most,
    unlimited,
    exact: true,
  });
  const length = (most: number | null, unlimited = false) => ({
    kind: 'length',
    most,
    unlimited,
    exact: true,
  });

  it.each<[string, string, JsonObject, number, object]>(
    // biome-ignore format: a table
    [
      ['an integer', 'input.a * 3', { type: 'integer', minimum: 1, maximum: 100 }, 10, number(3)],
      ['its greatest, if that is affordable', 'input.a * 3', { type: 'integer', maximum: 100, minimum: 1 }, 300, number(100)],
      ['not even its least', 'input.a * 3', { type: 'integer', minimum: 5, maximum: 100 }, 10, number(null)],
      ['without a limit in the schema', 'input.a * 3', { type: 'integer', minimum: 0 }, 10, number(3)],
      ['without any limit', 'input.a * 3', { type: 'integer', minimum: 0 }, 1_000, number(null, true)],
      ['a field that the price does not read', 'input.b', { type: 'integer', minimum: 0 }, 10, number(null, true)],
      ['an exclusive limit', 'input.a', { type: 'integer', exclusiveMaximum: 8, minimum: 0 }, 10, number(7)],
      ['a negative range', 'input.a * input.a', { type: 'integer', minimum: -9, maximum: -2 }, 30, number(-2)],
      ['a price that falls again', '(input.a - 50) * (input.a - 50)', { type: 'integer', minimum: 0, maximum: 60 }, 25, number(55)],
      ['a price that falls only', '100 - input.a', { type: 'integer', minimum: 0, maximum: 60 }, 50, number(60)],
      ['a hole in the middle', 'input.a > 10 && input.a < 20 ? 1 : 50', { type: 'integer', minimum: 0, maximum: 1_000_000 }, 5, number(19)],
      ['a value that has no price', '100 / (input.a - 60)', { type: 'integer', minimum: 0, maximum: 60 }, 50, number(null)],
      ['steps of a tenth', 'input.a * 10', { type: 'number', minimum: 0, maximum: 9, multipleOf: 0.1 }, 7, number(0.7)],
      ['any number, to six decimals', 'input.a * 3', { type: 'number', minimum: 0, maximum: 9 }, 10, number(3.333333)],
      ['integers that are multiples of 1.5', 'input.a', { type: 'integer', minimum: 0, maximum: 90, multipleOf: 1.5 }, 10, number(9)],
      ['a nullable number', 'input.a == null ? 1 : input.a', { type: ['integer', 'null'], minimum: 0, maximum: 90 }, 10, number(10)],
      ['a reference', 'input.a', { $ref: '#/$defs/A', $defs: { A: { type: 'integer', minimum: 0, maximum: 90 } } }, 10, number(10)],
      ['a string', 'size(input.a) / 4', { type: 'string', maxLength: 100 }, 10, length(40)],
      ['a string without limit', 'size(input.a) / 4', { type: 'string' }, 10, length(40)],
      ['a list, whatever its items', 'sum(input.a.map(r, r))', { type: 'array', maxItems: 30, items: { type: 'integer', minimum: 0, maximum: 5 } }, 17, length(3)],
      ['an enum', 'size(input.a)', { enum: ['a', 'bbbbb', 'cc'] }, 2, { kind: 'values', values: ['a', 'cc'] }],
      ['a boolean', 'input.a ? 9 : 1', { type: 'boolean' }, 2, { kind: 'values', values: [false] }],
      ['an object', 'size(input.a)', { type: 'object' }, 2, { kind: 'none' }],
    ],
  )('%s', (_name, quantity, schema, credits, expected) => {
    expect(mostFor(program(quantity), { b: 3 }, 'a', schema, credits)).toEqual(expected);
  });

  it('takes the price to rise with the field where the search is given up', () => {
    const items = { type: 'integer', minimum: 0, maximum: 5 };
    const found = mostFor(program('sum(input.a.map(r, r))'), {}, 'a', { type: 'array', items }, 17);
    expect(found).toEqual({ kind: 'length', most: 3, unlimited: false, exact: false });
  });

  it('is given up in time, and then says so', () => {
    const subject = program('input.a % 2 == 0 || input.a % 3 == 0 || input.a % 2 == 1 ? 9 : 1');
    const took = cpuMs(() => {
      const found = mostFor(subject, {}, 'a', { type: 'integer', minimum: 0, maximum: 1_000_000_000 }, 5);
      expect(found).toEqual({ kind: 'number', most: null, unlimited: false, exact: false });
    });
    expect(took).toBeLessThan(2_000);
  });

  describe('equals brute force', () => {
    const domains: [string, JsonObject, JsonValue[]][] = [
      ['count', { type: 'integer', minimum: 0, maximum: 20 }, Array.from({ length: 21 }, (_, at) => at)],
      ['offset', { type: 'integer', minimum: -5, maximum: 5 }, Array.from({ length: 11 }, (_, at) => at - 5)],
      ['ratio', { type: 'number', minimum: 0.25, maximum: 2.5, multipleOf: 0.25 }, Array.from({ length: 10 }, (_, at) => (at + 1) / 4)],
    ]; // biome-ignore format: a table
    const price = (subject: ReturnType<typeof compiled>, input: JsonObject) => {
      const evaluation = evaluatePrice(subject, { input });
      return evaluation.ok ? evaluation.credits : Number.POSITIVE_INFINITY;
    };

    it.each(domains)('for %s', (field, schema, values) => {
      fc.assert(
        fc.property(prices, inputs, fc.nat(40), (written, input, credits) => {
          const subject = compiled(written);
          const affordable = values.filter(
            (value) => price(subject, { ...input, [field]: value }) <= credits,
          );
          expect(mostFor(subject, input, field, schema, credits)).toEqual({
            kind: 'number',
            most: affordable.at(-1) ?? null,
            unlimited: false,
            exact: true,
          });
        }),
        { numRuns: runs(40) },
      );
    });

    it('for enums and booleans', () => {
      const cases = fc.constantFrom<[string, JsonObject, JsonValue[]]>(
        ['format', { enum: ['png', 'svg', 'pdf'] }, ['png', 'svg', 'pdf']],
        ['wide', { type: 'boolean' }, [false, true]],
      );
      fc.assert(
        fc.property(prices, inputs, cases, fc.nat(40), (written, input, [field, schema, values], credits) => {
          const subject = compiled(written);
          const affordable = values.filter(
            (value) => price(subject, { ...input, [field]: value }) <= credits,
          );
          expect(mostFor(subject, input, field, schema, credits)).toEqual({
            kind: 'values',
            values: affordable,
          });
        }),
        { numRuns: runs(30) },
      );
    });

    it('for lengths, where the price reads nothing but the length', () => {
      const numbers = fc.constantFrom(
        'size(input.text)',
        'size(input.text) * size(input.text) - 4 * size(input.text) + 5',
        'input.count + size(input.text) / 3',
        'size(input.text) % 4',
        'abs(size(input.text) - 6)',
      );
      const lengths = pricesOf(
        numbers,
        fc.constantFrom('size(input.text) > 3', 'size(input.text) != 5', 'true'),
      );
      fc.assert(
        fc.property(lengths, inputs, fc.nat(40), (written, input, credits) => {
          const textless = written.lines.every(({ choice }) => choice?.value !== 'input.text');
          fc.pre(textless);
          const subject = compiled(written);
          const affordable = Array.from({ length: 13 }, (_, at) => at).filter(
            (at) => price(subject, { ...input, text: 'é'.repeat(at) }) <= credits,
          );
          expect(mostFor(subject, input, 'text', { type: 'string', maxLength: 12 }, credits)).toEqual({
            kind: 'length',
            most: affordable.at(-1) ?? null,
            unlimited: false,
            exact: true,
          });
        }),
        { numRuns: runs(50) },
      );
    });
  });
});
