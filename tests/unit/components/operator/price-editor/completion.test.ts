import { describe, expect, it } from 'vitest';
import { completionAt } from '../../../../../components/operator/price-editor/completion.ts';
import { scalarOf } from '../../../../../components/operator/price-editor/typed-amount.ts';

const hint = (path: string, type = 'number') => ({ path, type, about: type, description: '', values: [] });
const hints = [
  hint('input.parcels', 'array'),
  hint('input.insurance', 'object'),
  hint('input.insurance.amount'),
  hint('input.insurance["max-amount"]'),
];
const texts = (source: string, others: string[] = []) =>
  completionAt(source, source.length, hints, others).options.map(({ text }) => text);

describe('what a formula may go on with', () => {
  it.each([
    ['', ['input.parcels', 'input.insurance']],
    ['ceil(inp', ['input.parcels', 'input.insurance']],
    ['size(input.pa', ['input.parcels']],
    ['2 * ins', ['input.insurance']],
    ['input.insurance', []],
    ['input.insurance.', ['input.insurance.amount', 'input.insurance["max-amount"]']],
    ['input.insurance["m', ['input.insurance["max-amount"]']],
    ['input.insurance[', []],
    ['fl', ['floor(']],
    ['input.parcels + fl', ['floor(']],
    ['input.nothing', []],
  ])('%s', (source, expected) => {
    expect(texts(source)).toEqual(expected);
  });

  it('knows the use after the call alone', () => {
    expect([texts('usa'), texts('usa', ['usage', 'response'])]).toEqual([[], ['usage']]);
  });

  it('replaces the word before the place, and nothing behind it', () => {
    expect(completionAt('ceil(input.pa / 2)', 13, hints, []).from).toBe(5);
  });
});

describe('a number as it is typed', () => {
  it.each([
    ['', null],
    ['6', 6],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['-2', -2],
    ['1,000', 1000],
    ['1 000.5', 1000.5],
    ['1,00', '1,00'],
    ['six', 'six'],
    ['1e9', '1e9'],
    ['1234567890123456', '1234567890123456'],
  ])('%s', (typed, value) => {
    expect(scalarOf(typed, null)).toBe(value);
  });
});
