import { describe, expect, test } from 'vitest';
import { document3, onlyOperation, operationsOf, told, withBody } from './cases/documents.ts';

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'integer' } },
};

function bodySchema(document: unknown) {
  const { operation } = onlyOperation(document);
  return Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
}

describe('references become local', () => {
  test('a named schema keeps its name, and recursion stays exact', () => {
    const node = {
      type: 'object',
      properties: { value: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } },
    };
    const { operation } = onlyOperation(
      withBody({ $ref: '#/components/schemas/Node' }, '3.1.0', { Node: node }),
    );
    expect(operation?.$defs).toEqual({
      Node: { type: 'object', properties: { value: { type: 'string' }, next: { $ref: '#/$defs/Node' } } },
    });
  });

  test.each([
    ['the middle of a schema', '#/components/schemas/Pet/properties/name', 'Pet.name'],
    ['a percent-encoded name', '#/components/schemas/a%20pet', 'a_pet'],
    ['an escaped name', '#/components/schemas/pets~1all', 'pets_all'],
    [
      'a place in another path',
      '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/inline',
      undefined,
    ],
    ['a name that everything inherits', '#/components/schemas/constructor', 'constructor'],
  ])('%s', (_what, reference, name) => {
    const schemas = { Pet: pet, 'a pet': pet, 'pets/all': pet, constructor: pet };
    const properties = { inline: { type: 'string' }, here: { $ref: reference } };
    const imported = onlyOperation(withBody({ type: 'object', properties }, '3.1.0', schemas));
    expect(told(imported)).not.toContain('cannot be followed');
    const names = Object.keys(imported.operation?.$defs ?? {});
    expect(names).toHaveLength(1);
    if (name !== undefined) expect(names).toEqual([name]);
  });

  test('$id and $anchor name places in 3.1', () => {
    const schemas = {
      Pet: { ...pet, $id: 'https://things.example/pet', $anchor: 'pet' },
      Tag: { $anchor: 'tag', type: 'integer' },
    };
    const properties = { a: { $ref: 'https://things.example/pet' }, b: { $ref: '#tag' } };
    const imported = onlyOperation(withBody({ type: 'object', properties }, '3.1.0', schemas));
    expect(bodySchema(withBody({ type: 'object', properties }, '3.1.0', schemas))).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/Pet' }, b: { $ref: '#/$defs/Tag' } },
    });
    expect(Object.keys(imported.operation?.$defs ?? {})).toEqual(['Pet', 'Tag']);
  });

  test.each([
    ['nowhere', '#/components/schemas/Nobody', 'leads nowhere'],
    ['another file', './pets.yaml#/Pet', 'is outside this document'],
    ['an address', 'https://elsewhere.example/pet.json', 'is outside this document'],
    ['something that is no schema', '#/info/title', 'does not lead to a schema'],
  ])('a reference to %s takes any value, and is told where it stands', (_what, reference, why) => {
    const imported = onlyOperation(withBody({ type: 'object', properties: { pet: { $ref: reference } } }));
    expect(imported.imported).toBe(true);
    const loss = imported.losses.find(({ what }) => what.includes(why));
    expect(loss?.pointer).toBe(
      '/paths/~1things/post/requestBody/content/application~1json/schema/properties/pet/$ref',
    );
  });

  test('what stands beside a reference counts in 3.1 and is told as ignored in 3.0', () => {
    const schema = { $ref: '#/components/schemas/Pet', minProperties: 2, description: 'A pet' };
    expect(bodySchema(withBody(schema, '3.1.0', { Pet: pet }))).toEqual({
      $ref: '#/$defs/Pet',
      minProperties: 2,
      description: 'A pet',
    });
    expect(bodySchema(withBody(schema, '3.0.0', { Pet: pet }))).toEqual({
      $ref: '#/$defs/Pet',
      description: 'A pet',
    });
    expect(told(onlyOperation(withBody(schema, '3.0.0', { Pet: pet })))).toContain('ignores minProperties');
  });

  test('a schema that is an alternative of itself is cut, and told', () => {
    const schemas = {
      Loop: { $ref: '#/components/schemas/Loop' },
      Pet: {
        type: 'object',
        properties: { kind: { type: 'string' } },
        oneOf: [{ $ref: '#/components/schemas/Cat' }],
      },
      Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', required: ['kind'] }] },
    };
    const properties = {
      loop: { $ref: '#/components/schemas/Loop' },
      cat: { $ref: '#/components/schemas/Cat' },
    };
    const imported = onlyOperation(
      withBody({ type: 'object', required: ['cat'], properties }, '3.1.0', schemas),
    );
    expect(imported.example).toEqual({ cat: { kind: 'text' } });
    expect(told(imported)).toContain('refers to itself here for the same value');
  });

  test('references that double at each step are cut before anybody tries them all', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const next = { $ref: `#/components/schemas/L${level + 1}` };
        return [`L${level}`, level === 39 ? { type: 'object' } : { allOf: [next, next] }];
      }),
    );
    const imported = onlyOperation(withBody({ $ref: '#/components/schemas/L0' }, '3.1.0', schemas));
    expect(imported.imported).toBe(true);
    expect(told(imported)).toContain('would be checked more than');
  });

  test('a path may be a reference, and so may a parameter', () => {
    const document = document3(
      {},
      { parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } } },
    );
    const paths = {
      '/a': { $ref: '#/paths/~1b' },
      '/b': { get: { parameters: [{ $ref: '#/components/parameters/Page' }], responses: {} } },
    };
    const [a, b] = operationsOf({ ...document, paths });
    expect(a?.operation?.parameters).toEqual(b?.operation?.parameters);
    expect([a?.operation?.path, b?.operation?.path]).toEqual(['/a', '/b']);
  });

  test('a reference that can only be followed through itself ends', () => {
    const parameters = { $ref: '#/components/parameters/a' };
    const imported = onlyOperation(
      document3({ parameters: [{ $ref: '#/components/parameters/a' }] }, { parameters }),
    );
    expect(told(imported)).toContain('The parameter is left out');
  });
});
