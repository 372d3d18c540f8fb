import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../lib/problem/problem.ts';
import { parseStrictJson } from '../../../../lib/json/strict-json.ts';
import { runs } from '../../../setup/runs.ts';

function refusal(text: string): string {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'accepted';
}

describe('strict JSON', () => {
  it.each(
    // biome-ignore format: a table
    [
      ['{"a":', 'malformed-json: Line 1, column 6: expected a value, found the end of the text.'],
      ['', 'malformed-json: Line 1, column 1: expected a value, found the end of the text.'],
      ['{"a" 1}', 'malformed-json: Line 1, column 6: expected a colon after the key, found "1".'],
      ['{\n  a: 1}', 'malformed-json: Line 2, column 3: expected a quoted key, found "a".'],
      ['[1,]', 'malformed-json: Line 1, column 4: expected a value, found "]".'],
      ['{"a":1,}', 'malformed-json: Line 1, column 8: expected a quoted key, found "}".'],
      ['{} {}', 'malformed-json: Line 1, column 4: expected the end of the JSON, found "{".'],
      ['"a\nb"', 'malformed-json: Line 1, column 1: a string does not end, or has a control character.'],
      ['"a', 'malformed-json: Line 1, column 1: a string does not end, or has a control character.'],
      ['"\\x"', 'malformed-json: Line 1, column 1: a string has an invalid escape.'],
      ['"\\', 'malformed-json: Line 1, column 1: a string does not end, or has a control character.'],
      ['01', 'malformed-json: Line 1, column 2: expected the end of the JSON, found "1".'],
      ['NaN', 'malformed-json: Line 1, column 1: expected a value, found "N".'],
      ['{"__proto__":1}', 'forbidden-key: Line 1, column 2: the key "__proto__" is not allowed.'],
      ['{"\\u005f_proto__":1}', 'forbidden-key: Line 1, column 2: the key "__proto__" is not allowed.'],
      ['{"constructor":{"prototype":{}}}', 'forbidden-key: Line 1, column 2: the key "constructor" may not hold "prototype".'],
      ['{"constructor.prototype":1}', 'forbidden-key: Line 1, column 2: the key "constructor.prototype" is not allowed.'],
      ['{"a":1,"a":1}', 'duplicate-key: Line 1, column 8: the key "a" occurs twice in one object.'],
      ['{"a":1,"\\u0061":2}', 'duplicate-key: Line 1, column 8: the key "a" occurs twice in one object.'],
      ['1e999', 'invalid-number: Line 1, column 1: the number 1e999 is too large.'],
      ['9007199254740993', 'invalid-number: Line 1, column 1: the integer 9007199254740993 is beyond 2^53.'],
      ['-9007199254740993', 'invalid-number: Line 1, column 1: the integer -9007199254740993 is beyond 2^53.'],
      ['9007199254740992', 'accepted'],
      ['{"constructor":{"name":"x"}}', 'accepted'],
      ['\ufeff{}', 'accepted'],
    ],
  )('%j is %s', (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it('counts nesting, and follows 64 levels but not 65', () => {
    expect(refusal('['.repeat(64) + ']'.repeat(64))).toBe('accepted');
    expect(refusal('['.repeat(65) + ']'.repeat(65))).toMatch(/^too-deep/);
    expect(refusal('{"a":'.repeat(1_000_000))).toMatch(/^too-deep/);
  });

  it('takes a large table and a long list, and not ten times as much', () => {
    const row = Object.fromEntries(Array.from({ length: 10 }, (_, column) => [`column ${column}`, 'text']));
    expect(refusal(JSON.stringify(Array.from({ length: 10_000 }, () => row)))).toBe('accepted');
    expect(refusal(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)))).toBe('accepted');
    // The list itself is a value, too.
    const list = (items: number) => JSON.stringify(Array(items).fill(0));
    expect(refusal(list(249_999))).toBe('accepted');
    expect(refusal(list(250_000))).toBe(
      'too-many-members: Line 1, column 500000: the JSON has more than 250000 values, counting each object, each array and their contents.',
    );
    const object = (members: number) =>
      `{${Array.from({ length: members }, (_, key) => `"${key}":[]`).join()}}`;
    expect(refusal(object(249_999))).toBe('accepted');
    expect(refusal(object(250_000))).toMatch(/^too-many-members/);
  });

  it('reads a string of megabytes and an integer of a million digits without trouble', () => {
    expect(parseStrictJson(JSON.stringify('é"\n'.repeat(1_000_000)))).toBe('é"\n'.repeat(1_000_000));
    expect(refusal('9'.repeat(300))).toMatch(/beyond 2\^53/);
    expect(refusal('9'.repeat(1_000_000))).toMatch(/too large/);
  });

  it('reads what JSON.stringify writes, with any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/^(invalid-number|forbidden-key)/.test(refusal(text)));
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads what JSON.parse reads, and refuses what it refuses, wherever a text was damaged', () => {
    const damage = fc.constantFrom(
      // biome-ignore format: a list
      ...['{', '}', '[', ',', ':', '"', '\\', '\\u0061', '-', '.', 'e9', '0', ' ', '\u0000', ''],
    );
    const damaged = fc
      .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(2), damage)
      .map(([text, at, cut, piece]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + piece + text.slice(start + cut);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged), (text) => {
        const verdict = refusal(text);
        fc.pre(/^(accepted|malformed)/.test(verdict));
        if (verdict === 'accepted') expect(parseStrictJson(text)).toEqual(JSON.parse(text));
        else expect(() => JSON.parse(text)).toThrow(SyntaxError);
      }),
      { numRuns: runs(500) },
    );
  });
});
