import { expect, test } from 'vitest';
import { fileAddresses } from '../../../../lib/agents/tool-input.ts';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';

const url = 'https://example.com/a.png';
const file = { type: 'string', contentEncoding: 'base64' };
const cases: [string, JsonObject, JsonValue, string[]][] = [
  ['a field', { properties: { a: file } }, { a: url }, ['a']],
  ['a field of format binary', { properties: { a: { type: 'string', format: 'binary' } } }, { a: url }, ['a']],
  ['items of a list', { properties: { a: { items: file } } }, { a: ['aGk=', url] }, ['a/1']],
  ['a field behind a reference', { $defs: { f: file }, properties: { a: { $ref: '#/$defs/f' } } }, { a: url }, ['a']],
  ['a field that may be null', { properties: { a: { anyOf: [file, { type: 'null' }] } } }, { a: url }, ['a']],
  ['a member of an alternative', { properties: { a: { oneOf: [{ properties: { b: file } }, { type: 'null' }] } } }, { a: { b: url } }, ['a/b']],
  ['no field that takes the address itself', { properties: { a: { anyOf: [file, { type: 'string', format: 'uri' }] } } }, { a: url }, []],
  ['no text', { properties: { a: { type: 'string' } } }, { a: url }, []],
  ['no unknown field', { properties: { a: file } }, { b: url }, []],
  ['no data', { properties: { a: file } }, { a: 'data:image/png;base64,aGk=' }, []],
  ['no file of the machine', { properties: { a: file } }, { a: 'file:///etc/passwd' }, []],
]; // biome-ignore format: a table

test.each(cases)('finds %s', (_what, schema, input, paths) => {
  const found = fileAddresses(schemaNode(schema), input);
  expect(found.map(({ path }) => path.join('/'))).toEqual(paths);
});

test('ends in a recursive schema', () => {
  const schema = { $defs: { n: { properties: { n: { $ref: '#/$defs/n' }, f: file } } }, $ref: '#/$defs/n' };
  let input: JsonValue = { f: url };
  for (let depth = 0; depth < 50; depth += 1) input = { n: input };
  expect(fileAddresses(schemaNode(schema), input)).toHaveLength(1);
});
