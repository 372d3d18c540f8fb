import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import { operationSchema } from '../../../../lib/operation/operation.ts';
import { compileInput } from '../../../../lib/validation/validate.ts';
import type { UnknownField } from '../../../../lib/validation/unknown-fields.ts';
import { assessInput, ignoredFieldsHeader } from '../../../../server/inputs/prepare-input.ts';

/** A body that may be left out, two of whose fields go together. */
const operation = operationSchema.parse({
  server: { url: 'https://upstream.example' },
  method: 'post',
  path: '/prints',
  parameters: [{ name: 'copies', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } }],
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['paper', 'colour'],
          properties: {
            paper: { type: 'string', enum: ['a4', 'a3'] },
            colour: { type: 'boolean', examples: [true] },
            title: { type: 'string' },
          },
        },
      },
    },
  },
});
const shape = inputShape(operation);
const version = { shape, validators: compileInput(shape) };

const assess = (given: Parameters<typeof assessInput>[1]) => {
  const { holes, ...rest } = assessInput(version, given);
  return { ...rest, holes: holes.map(({ name }) => name) };
};

describe('an input held against its template', () => {
  it('has its defaults and nothing missing where the body is left out', () => {
    expect(assess({})).toEqual({ input: { copies: 1 }, holes: [], missing: [], invalid: [], ignored: [] });
  });

  it('misses what goes together with what is given: as its example, or as a hole', () => {
    expect(assess({ title: 'x' })).toEqual({
      input: { copies: 1, title: 'x', colour: true },
      holes: ['paper'],
      missing: [
        { pointer: '/paper', detail: expect.stringContaining('required') },
        { pointer: '/colour', detail: expect.stringContaining('required') },
      ],
      invalid: [],
      ignored: [],
    });
  });

  it('sets aside what is wrong, and ignores what is unknown', () => {
    expect(assess({ copies: 0, paper: 'a4', colour: false, toString: 1 })).toMatchObject({
      input: { paper: 'a4', colour: false },
      holes: ['copies'],
      invalid: [{ pointer: '/copies', detail: 'must be at least 1' }],
      ignored: [{ name: 'toString', pointer: '/toString' }],
    });
  });
});

/** What an input has that a body of these properties does not know. */
function unknownOf(properties: JsonObject, given: JsonObject): UnknownField[] {
  const nested = operationSchema.parse({
    server: { url: 'https://upstream.example' },
    method: 'post',
    path: '/',
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    $defs: {
      tree: {
        type: 'object',
        properties: { leaf: { type: 'string' }, twigs: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      },
    },
  });
  return compileInput(inputShape(nested)).unknown(given);
}

const dot = { type: 'object', properties: { kind: { const: 'dot' }, radius: { type: 'number' } } };
const line = { type: 'object', properties: { kind: { const: 'line' }, width: { type: 'number' } } };

describe('fields that a template does not know', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>(
    // biome-ignore format: a table
    [
      ['a member of an object', dot, { radius: 1, raduis: 1 }, ['/it/raduis']],
      ['one of an item', { type: 'array', items: dot }, { it: [{}, { 'a/b': 1 }] }, ['/it/1/a~1b']],
      ['one by a reference, at any depth', { $ref: '#/$defs/tree' }, { twigs: [{ leaf: 'x', lef: 1 }] }, ['/it/twigs/0/lef']],
      ['one that no alternative has', { oneOf: [dot, line] }, { kind: 'dot', width: 1, wide: 1 }, ['/it/wide']],
      ['one that no part has', { allOf: [dot, line] }, { radius: 1, width: 1, wide: 1 }, ['/it/wide']],
      ['one beside a condition', { ...dot, if: { required: ['kind'] }, then: line }, { width: 1, wide: 1 }, ['/it/wide']],
      ['none of any object', { type: 'object' }, { anything: { deep: 1 } }, []],
      ['none of a map', { type: 'object', additionalProperties: dot }, { any: { radius: 1 } }, []],
      ['those in a map', { type: 'object', additionalProperties: dot }, { any: { raduis: 1 } }, ['/it/any/raduis']],
      ['none where others are allowed', { ...dot, additionalProperties: true }, { wide: 1 }, []],
      ['none where patterns are', { ...dot, patternProperties: { '^x-': {} } }, { 'x-a': 1 }, []],
      ['none where an alternative is any object', { anyOf: [dot, { type: 'object' }] }, { wide: 1 }, []],
      ['none where an alternative is anything', { anyOf: [dot, {}] }, { wide: 1 }, []],
      ['none of anything', {}, { wide: 1 }, []],
    ],
  )('are %s', (_, schema, it, pointers) => {
    const given = 'it' in it ? it : { it };
    expect(unknownOf({ it: schema }, given).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('have the nearest name beside them, and a name that no pointer has', () => {
    expect(
      unknownOf({ text: { type: 'string' }, it: dot }, { txet: 1, '/it': 1, it: { raduis: 1 } }),
    ).toEqual([
      { pointer: '/txet', name: 'txet', nearest: 'text' },
      { pointer: '/~1it', name: '/~1it', nearest: 'it' },
      { pointer: '/it/raduis', name: '/it/raduis', nearest: 'radius' },
    ]);
  });

  it('are bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, {}]));
    expect(unknownOf({ it: dot }, many)).toHaveLength(100);
    expect(unknownOf({ it: dot }, { it: many })).toHaveLength(100);
  });
});

describe('Farebox-Ignored-Fields', () => {
  const header = (...names: string[]) =>
    ignoredFieldsHeader(names.map((name) => ({ name, pointer: '' })))['farebox-ignored-fields'];

  it('is a list of strings of RFC 9651, whatever the names are', () => {
    expect(header()).toBeUndefined();
    expect(header('url', 'a"b\\c', 'größe', 'a\r\nset-cookie: x', '50%"ü', '\ud800')).toBe(
      String.raw`"url", "a\"b\\c", %"gr%c3%b6%c3%9fe", %"a%0d%0aset-cookie: x", %"50%25%22%c3%bc", %"%ef%bf%bd"`,
    );
    expect(ignoredFieldsHeader([{ name: 'txet', pointer: '/txet', nearest: 'text' }])).toEqual({
      'farebox-ignored-fields': '"txet";nearest="text"',
    });
  });

  it('is short, however many and long the names are', () => {
    const long = header(...Array.from({ length: 100 }, () => '😀'.repeat(1_000))) ?? '';
    expect(long.length).toBeLessThan(8_000);
    expect(long).toMatch(/;more=90$/);
  });
});
