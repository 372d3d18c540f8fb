import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../lib/json/json.ts';
import type { Schema } from '../../../../../lib/operation/operation.ts';
import { isStorableText, storableInput } from '../../../../../lib/view/playground/storable-input.ts';
import type { RequestField } from '../../../../../lib/operation/request-fields.ts';

function field(name: string, schema: Schema): RequestField {
  const rest = { label: name, description: '', type: 'any', required: false, affectsPrice: false };
  return { name, in: 'body', schema, ...rest };
}

it.each<[string, Schema, JsonObject, JsonObject]>(
  // biome-ignore format: a table
  [
    ['a password', { type: 'string', format: 'password' }, { x: 'secret', y: 1 }, { y: 1 }],
    ['what is written only', { type: 'string', writeOnly: true }, { x: 'secret' }, {}],
    ['a file', { type: 'string', format: 'binary' }, { x: 'aGVsbG8=' }, {}],
    ['base64', { type: 'string', contentEncoding: 'base64' }, { x: 'aGVsbG8=' }, {}],
    ['a data URL, whatever the schema says', true, { x: 'data:text/plain,hello' }, {}],
    ['a password within an object', { type: 'object', properties: { key: { type: 'string', format: 'password' } } }, { x: { key: 'secret', name: 'me' } }, { x: { name: 'me' } }],
    ['a password behind a reference', { $ref: '#/$defs/Key', $defs: { Key: { anyOf: [{ type: 'null' }, { format: 'password' }] } } }, { x: 'secret' }, {}],
    ['a list of files', { type: 'array', items: { format: 'binary' } }, { x: ['aGVsbG8='] }, {}],
  ],
)('of an input is never kept: %s', (_what, schema, input, kept) => {
  const fields = [field('x', schema), field('y', true)];
  expect(storableInput(fields, input)).toEqual(kept);
  expect(isStorableText(fields, JSON.stringify(input).slice(0, -1))).toBe(false);
});

it('all else is kept as it is', () => {
  const input = { a: [1, { b: null }], c: 'text', unknown: { deep: true } };
  const fields = [field('a', true), field('c', { type: 'string' })];
  expect(storableInput(fields, input)).toEqual(input);
  expect(isStorableText(fields, JSON.stringify(input).slice(0, -1))).toBe(true);
});
