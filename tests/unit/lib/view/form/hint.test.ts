import { expect, test } from 'vitest';
import { describe } from '../../../../../lib/form/describe.ts';
import { PatternSamples } from '../../../../../lib/sample/pattern-samples.ts';
import { hintOf } from '../../../../../lib/view/form/control-view.ts';
import type { JsonObject } from '../../../../../lib/json/json.ts';
import { schemaNode } from '../../../../../lib/schema/schema-graph.ts';

test.each<[JsonObject, string]>([
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ type: 'string', format: 'email' }, 'email address'],
  [{ type: 'string', format: 'ipv4' }, 'IPv4 address'],
  [{ type: 'string', format: 'hostname', maxLength: 253 }, 'host name, up to 253 characters'],
  [{ type: 'string', format: 'duration' }, 'ISO 8601 duration'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', pattern: '^[A-Z]{2}$' }, 'text, pattern ^[A-Z]{2}$'],
  [{ type: 'string', pattern: `^${'[a-z]'.repeat(20)}$` }, 'text'],
  [{ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, 'colour'],
  [{ type: 'string', minLength: 3, maxLength: 3 }, 'text, 3 characters'],
  [{ type: 'string', minLength: 2, maxLength: 40 }, 'text, 2 to 40 characters'],
  [{ type: 'string', minLength: 1, maxLength: 5_000 }, 'text, up to 5,000 characters'],
  [{ type: 'string', minLength: 8 }, 'text, at least 8 characters'],
  // A bound that says nothing is not shown.
  [{ type: 'number', minimum: -1e12, maximum: 1e12 }, 'number'],
  [{ type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 }, 'whole number, from 0'],
  [{ type: 'integer', minimum: -(2 ** 31), maximum: 10 }, 'whole number, up to 10'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, from 1'],
  [{ type: 'integer', minimum: 0, maximum: 2_000_000_000 }, 'whole number, 0 to 2,000,000,000'],
  [{ type: 'string', maxLength: 5_000_000 }, 'text'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 2 ** 31 - 1 }, ''],
  // A bound that a value would break is told before.
  [{ type: 'number', exclusiveMinimum: 0, maximum: 10 }, 'number, more than 0, up to 10'],
  [{ type: 'number', minimum: 0, exclusiveMaximum: 360 }, 'number, from 0, less than 360'],
  [{ type: 'integer', exclusiveMinimum: 1 }, 'whole number, from 2'],
  [{ type: 'integer', minimum: 0, multipleOf: 256 }, 'whole number, from 0, multiple of 256'],
  [{ type: 'number', multipleOf: 0.5 }, 'number, multiple of 0.5'],
  [
    { type: 'string', format: 'password', pattern: '^\\d{3}$', 'x-pattern-sample': '000' },
    'secret text, such as 000, pattern ^\\d{3}$',
  ],
  [{ type: 'string', format: 'password', minLength: 16 }, 'secret text, at least 16 characters'],
])('%j: %s', (schema, hint) => {
  expect(hintOf(describe(schemaNode(schema)), undefined)).toBe(hint);
});

test.each<[JsonObject, string]>(
  // biome-ignore format: a table
  [
    [{ type: 'object', patternProperties: { '^a+$': {} }, additionalProperties: false }, 'keys such as a, of pattern ^a+$'],
    [{ type: 'object', patternProperties: { '^a+$': {} } }, ''],
    [{ type: 'object', propertyNames: { pattern: '^b' }, additionalProperties: { type: 'string' } }, 'keys such as b, of pattern ^b'],
  ],
)('keys say what they are like before one is refused: %j', (schema, hint) => {
  expect(hintOf(describe(schemaNode(new PatternSamples().in(schema))), undefined)).toBe(hint);
});

test.each<[JsonObject, string]>(
  // biome-ignore format: a table
  [
    [{ type: 'string', example: 'EUR' }, 'text, such as EUR'],
    [{ type: 'string', examples: ['Desk lamp'] }, 'text, such as Desk lamp'],
    [{ type: 'string', pattern: '^[A-Z]{2}$', 'x-pattern-sample': 'AA' }, 'text, such as AA, pattern ^[A-Z]{2}$'],
    [{ type: 'string', pattern: '^[A-Z]{2}$', example: 'DE', 'x-pattern-sample': 'AA' }, 'text, such as DE, pattern ^[A-Z]{2}$'],
    [{ type: 'string', example: 'eur', default: 'usd' }, 'text, default usd'],
    [{ type: 'string', example: 'acct_1', description: 'Such as acct_1.' }, 'text'],
    [{ type: 'string', example: 'a'.repeat(41) }, 'text'],
    [{ type: 'string', format: 'password', example: 'hunter2' }, 'secret text'],
    [{ type: 'string', format: 'uuid', example: '123e4567-e89b-12d3-a456-426614174000' }, 'UUID'],
  ],
)('an example is shown where nothing else shows one: %j', (schema, hint) => {
  const description = describe(schemaNode(schema));
  expect(hintOf(description, description.default)).toBe(hint);
});
