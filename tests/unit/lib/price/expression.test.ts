import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import { compileExpression } from '../../../../lib/price/compile-price.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

function valueOf(source: string, input: JsonObject = {}): JsonValue | string {
  const compiled = compileExpression(source, ['input']);
  if (!compiled.ok) return `refused: ${compiled.detail}`;
  const result = compiled.expression.evaluate({ input });
  return result.ok ? result.value : `failed: ${result.detail}`;
}

describe('an expression over JSON', () => {
  const input = {
    width: 512,
    height: 512,
    seconds: 1.5,
    text: 'añ😀',
    halves: 'a\uDE00\uD83D',
    rows: [{ n: 2 }, { n: 3.5 }],
    format: 'svg',
    on: true,
    nothing: null,
    'file-name': 'a.png',
    nested: { deep: 1 },
  };

  it.each<[string, JsonValue]>([
    ['input.width * input.height', 262144],
    ['input.seconds * 2', 3],
    ['2 * input.seconds', 3],
    ['input.width * 0.5', 256],
    ['input.width / 1000', 0.512],
    ['7 / 2', 3.5],
    ['int(7 / 2)', 3],
    ['-7 % 3', -1],
    ['-input.width', -512],
    ['9007199254740991', 9007199254740991],
    ['0x10 + 1', 17],
    ['size(input.text)', 3],
    ['input.text.size()', 3],
    ['size(input.halves)', 3],
    ['size(input.rows)', 2],
    ['size(input.nested)', 1],
    ['input.rows[1].n', 3.5],
    ['input["file-name"].endsWith(".png")', true],
    ['"wi" + "dth" in input', true],
    ['input["wi" + "dth"]', 512],
    ['sum(input.rows.map(row, row.n))', 5.5],
    ['max(input.rows.map(row, row.n))', 3.5],
    ['input.rows.filter(row, row.n > 3).size()', 1],
    ['input.rows.exists(row, row.n == 2) && input.rows.all(row, row.n > 1)', true],
    ['input.rows.exists_one(row, row.n == 2)', true],
    ['ceil(1.2) + floor(1.8) + round(2.5) + abs(-1)', 7],
    ['min(3, 1, 2) + max(3, 1, 2)', 4],
    ['{"png": 1, "svg": 2}[input.format]', 2],
    ['input.format in ["svg", "png"]', true],
    ['input.on ? 1 : 2', 1],
    ['input.nothing == null', true],
    ['input.rows == [{"n": 2}, {"n": 3.5}]', true],
    ['input.format < "t"', true],
    ['has(input.width)', true],
    ['has(input.absent)', false],
    ['has(input.absent.deeper)', false],
    ['has(input.nothing)', true],
    ['"width" in input', true],
    ['has(input.toString)', false],
    ['has(input.x) && input.x > 3', false],
    ['input.x > 3 && false', false],
    ['true || input.x > 3', true],
    ['input.x > 3 || true', true],
  ])('%s', (source, expected) => {
    expect(valueOf(source, input)).toEqual(expected);
  });

  it.each([
    ['input.absent', 'input.absent is absent; guard it with has(input.absent)'],
    ['input.constructor', 'input.constructor is absent; guard it with has(input.constructor)'],
    ['input.text * 2', '* expects a number, not a string'],
    ['input.nothing > 2', '> expects two numbers or two strings, not null and a number'],
    ['input.width / 0', 'a number was divided by zero'],
    ['input.width % 0', 'the remainder of a division by zero has no value'],
    ['9007199254740991 + input.width', 'a number overflowed: it is beyond 2^53'],
    ['input.rows[2]', 'input.rows[…] has no element 2'],
    ['min(input.rows.filter(row, false))', 'min() of an empty list has no value'],
    ['input.text ? 1 : 2', '? : expects true or false, not a string'],
    ['input.x > 3 && true', 'input.x is absent; guard it with has(input.x)'],
  ])('%s fails with a sentence', (source, detail) => {
    expect(valueOf(source, input)).toBe(`failed: ${detail}`);
  });
});

describe('what an expression may not say', () => {
  it.each([
    ['input.text.matches("^(a+)+$")', /matches\(\) is not available/],
    ['usage.tokens', /usage is unknown; an expression can read input\./],
    ['foo(1)', /foo\(\) is not available/],
    ['input.text.split(",")', /\.split\(\) is not available/],
    ['cel.bind(x, 1, x)', /\.bind\(\) is not available/],
    ['timestamp("2024-01-01T00:00:00Z")', /timestamp\(\) is not available/],
    ['1u', /literal 1u/],
    ['b"x"', /literal b"x"/],
    ['"a" * 2', /\* expects two numbers/],
    ['true + 1', /\+ expects two numbers/],
    ['!3', /! expects a boolean/],
    ['1 ? 2 : 3', /\? : expects a boolean/],
    ['ceil("a")', /ceil\(\) expects a number/],
    ['ceil(1, 2)', /ceil\(\) expects 1 arguments, not 2/],
    ['has(input)', /has\(\) expects one field/],
    ['{1: 2}[1]', /literal strings as its keys/],
    ['input.rows.map(input, 1)', /input may not be the variable/],
    ['input.', /not valid CEL/],
    ['', /not valid CEL/],
  ])('%s', (source, detail) => {
    const compiled = compileExpression(source, ['input']);
    expect(compiled.ok ? '' : compiled.detail).toMatch(detail);
  });

  it('gives what is asked of it', () => {
    expect(compileExpression('"a"', ['input'], 'number')).toEqual({
      ok: false,
      detail: 'Expected an expression that returns a number; this one returns a string.',
    });
    expect(compileExpression('input.a', ['input'], 'number').ok).toBe(true);
  });
});

describe('expression bombs are refused when they are compiled', () => {
  it.each([
    ['nested list expressions', 'input.a.map(x, input.a.map(y, input.a.map(z, z)))'],
    ['a list expression within the body of another', 'input.a.exists(x, x.b.exists(y, y))'],
    ['100,000 terms', Array.from({ length: 100_000 }, () => '1').join('+')],
    ['400 terms', Array.from({ length: 400 }, () => '1').join('+')],
    ['deep parentheses', `${'('.repeat(400)}1${')'.repeat(400)}`],
    ['deep parentheses beyond any length', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['many signs', `${'-'.repeat(900)}1`],
    ['a huge integer', '9'.repeat(900)],
    ['a number beyond 2^53', '9007199254740993'],
    ['an infinite number', '1e999'],
    ['a long list', `[${Array.from({ length: 200 }, () => 1).join(',')}]`],
    ['deep indexing', `input${'[0]'.repeat(200)}`],
    ['deep fields', `input${'.a'.repeat(200)}`],
    ['a chain of conditions', `${'true ? '.repeat(100)}1${' : 1'.repeat(100)}`],
  ])('%s', (_name, source) => {
    const took = cpuMs(() => expect(compileExpression(source, ['input']).ok).toBe(false));
    expect(took).toBeLessThan(200);
  });

  it('a body that measures another long value runs out of work, and soon', () => {
    const input = { rows: Array.from({ length: 20_000 }, () => 1), text: 'x'.repeat(1_000_000) };
    const value = () => valueOf('sum(input.rows.map(row, size(input.text)))', input);
    expect(cpuMs(() => expect(value()).toMatch(/^failed: .*too much work/))).toBeLessThan(2_000);
  });

  it('failing conditions do not double the work at each level', () => {
    const source = `${'(input.a && '.repeat(28)}input.b${')'.repeat(28)}`;
    expect(valueOf(source, { a: true })).toBe('failed: input.b is absent; guard it with has(input.b)');
  });
});

it.each<[string, string[] | 'all']>([
  ['input.a + input["b"]', ['a', 'b']],
  ['has(input.a.b) && "c" in input', ['a', 'c']],
  ['input.rows.map(row, row.n).size()', ['rows']],
  ['size(input)', 'all'],
  ['input[input.a]', 'all'],
  ['1', []],
])('what an expression reads: %s', (source, fields) => {
  const compiled = compileExpression(source, ['input']);
  const reads = compiled.ok ? compiled.expression.reads : undefined;
  expect(reads === 'all' ? reads : [...(reads ?? [])]).toEqual(fields);
});
