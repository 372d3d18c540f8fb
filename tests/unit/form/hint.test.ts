import { expect, test } from 'vitest';
import { describe } from '../../../lib/form/describe.ts';
import { hintOf } from '../../../lib/form/hint.ts';
import type { JsonObject } from '../../../lib/json.ts';

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
])('%j: %s', (schema, hint) => {
  expect(hintOf(describe(schema, {}), undefined)).toBe(hint);
});

const wide = 1_000_000_000_000;

test.each<[JsonObject, string]>([
  [{ type: 'number', minimum: -wide, maximum: wide }, 'number'],
  [{ type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 }, 'whole number, from 0'],
  [{ type: 'integer', minimum: -(2 ** 31), maximum: 10 }, 'whole number, up to 10'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, from 1'],
  [{ type: 'integer', minimum: 0, maximum: 2_000_000_000 }, 'whole number, 0 to 2,000,000,000'],
  [{ type: 'string', maxLength: 5_000_000 }, 'text'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 2 ** 31 - 1 }, ''],
])('a bound that says nothing is not shown: %j', (schema, hint) => {
  expect(hintOf(describe(schema, {}), undefined)).toBe(hint);
});
