import { expect, test } from 'vitest';
import { branchTags } from '../../../../lib/schema/flat-schema.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { compileSchema } from '../../../../lib/validation/validate.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';

const kind = (schema: Schema) => ({ type: 'object', properties: { kind: schema } });
const cat = { $ref: '#/$defs/Cat' };

test.each<[string, Schema, Record<string, string>, string[]]>([
  ['the name of its schema', kind({ type: 'string' }), {}, ['Cat']],
  ['what the mapping says', kind({ type: 'string' }), { c: '#/$defs/Cat', d: '#/$defs/Dog' }, ['c']],
  ['its enum of one value', kind({ type: 'string', enum: ['cat'] }), {}, ['cat']],
  ['its constant', kind({ const: 'cat' }), {}, ['cat']],
  ['the constant of what it extends', { allOf: [kind({ const: 'cat' })] }, {}, ['cat']],
  ['its own value before a mapping that it forbids', kind({ const: 'cat' }), { c: '#/$defs/Cat' }, ['cat']],
  ['that of its values which is its name', kind({ enum: ['Lion', 'Cat'] }), {}, ['Cat']],
  ['all of its values where none is its name', kind({ enum: ['a', 'b'] }), {}, ['a', 'b']],
])('a branch is meant by %s', (_what, schema, mapping, tags) => {
  const discriminator = { property: 'kind', mapping: Object.entries(mapping) };
  expect(branchTags(discriminator, schemaNode(cat, { Cat: schema }))).toEqual(tags);
});

test('a branch without a name is meant by what it says', () => {
  expect(branchTags({ property: 'kind', mapping: [] }, schemaNode(kind({ const: 'cat' })))).toEqual(['cat']);
  expect(branchTags({ property: 'kind', mapping: [] }, schemaNode(kind({ type: 'string' })))).toEqual([]);
});

test('a sample of such a union is one that it takes', () => {
  const defs = { Cat: { ...kind({ enum: ['cat'] }), required: ['kind'] } };
  const union = { oneOf: [cat, { type: 'null' }], discriminator: { propertyName: 'kind' } };
  const sample = sampleSchema(schemaNode(union, defs));
  expect(sample).toEqual({ kind: 'cat' });
  expect(compileSchema(union, defs)(sample ?? null)).toEqual([]);
});
