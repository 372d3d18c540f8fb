import { expect, test } from 'vitest';
import { ComponentSchemas } from '../../../../lib/reference/product-document.ts';

test('moves definitions with the references to them', () => {
  const components = new ComponentSchemas({ Problem: { type: 'object' } });
  const schema = components.add(
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/Tree' }, b: { $ref: '#/$defs/a~1b%20c/properties/x' } },
    },
    {
      Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } },
      'a/b c': { properties: { x: { enum: [{ $ref: '#/$defs/Tree' }] } } },
      Unused: true,
    },
  );
  expect(schema).toEqual({
    type: 'object',
    properties: {
      a: { $ref: '#/components/schemas/Tree' },
      b: { $ref: '#/components/schemas/a_b_c/properties/x' },
    },
  });
  expect(components.all()).toEqual({
    Problem: { type: 'object' },
    Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
    // A value that looks like a reference is none.
    a_b_c: { properties: { x: { enum: [{ $ref: '#/$defs/Tree' }] } } },
  });
});

test('gives a number to a name that is taken', () => {
  const components = new ComponentSchemas({ Pet: { type: 'object' } });
  expect(components.add({ $ref: '#/$defs/Pet' }, { Pet: { type: 'string' } })).toEqual({
    $ref: '#/components/schemas/Pet_2',
  });
  expect(components.addNamed('Input', true)).toEqual({ $ref: '#/components/schemas/Input' });
  expect(components.all()).toEqual({ Pet: { type: 'object' }, Pet_2: { type: 'string' }, Input: true });
});

test('moves the mapping of a discriminator', () => {
  const components = new ComponentSchemas();
  const mapping = { cat: '#/$defs/Cat', dog: '#/$defs/Dog', bird: 'Bird' };
  const pet = { oneOf: [{ $ref: '#/$defs/Cat' }], discriminator: { propertyName: 'kind', mapping } };
  expect(components.add(pet, { Cat: { type: 'object' } })).toEqual({
    oneOf: [{ $ref: '#/components/schemas/Cat' }],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
  });
});

test('leaves out what leads nowhere, and addresses of schemas', () => {
  const components = new ComponentSchemas();
  const schema = {
    $id: 'https://a.example/b',
    anyOf: [{ $ref: '#/$defs/None', minLength: 1 }, { $ref: '#here' }],
  };
  expect(components.add(schema, { Other: { $anchor: 'here', type: 'string' } })).toEqual({
    anyOf: [{ minLength: 1 }, {}],
  });
});
