import { expect, test } from 'vitest';
import { exampleInput, inputShape } from '../../../../lib/operation/input-shape.ts';
import type { Operation, Schema } from '../../../../lib/operation/operation.ts';

function operation(parts: Partial<Operation>): Operation {
  return { server: { url: 'https://upstream.example' }, method: 'post', path: '/things', ...parts };
}

function withBody(schema: Schema, parts: Partial<Operation> = {}, required = true): Operation {
  return operation({ requestBody: { required, content: { 'application/json': { schema } } }, ...parts });
}

const point: Schema = {
  type: 'object',
  required: ['x'],
  properties: { x: { type: 'number' }, y: { type: 'number' } },
};

test('parameters and the properties of the body stand side by side', () => {
  const shape = inputShape(
    withBody(point, {
      path: '/things/{id}',
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'string' } },
        { name: 'lang', in: 'query', schema: { type: 'string', default: 'en' }, description: 'A language' },
      ],
    }),
  );
  expect(shape.fields).toMatchObject([
    { name: 'id', in: 'path', target: 'id', required: true, label: 'Id' },
    { name: 'lang', in: 'query', required: false, default: 'en', description: 'A language' },
    { name: 'x', in: 'body', target: 'x', required: true },
    { name: 'y', in: 'body', target: 'y', required: false },
  ]);
  expect(shape).toMatchObject({ body: 'merged', mediaType: 'application/json', unreachable: [] });
  expect(shape.schema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string' },
      lang: { type: 'string', default: 'en' },
      x: { type: 'number' },
      y: { type: 'number' },
    },
    required: ['id', 'x'],
  });
});

test('parameters of one name in different places, and a body that clashes with them', () => {
  const shape = inputShape(
    withBody(
      { type: 'object', properties: { query_id: {}, body: {} } },
      {
        parameters: [
          { name: 'id', in: 'path', schema: {} },
          { name: 'id', in: 'query', schema: {} },
          { name: 'id', in: 'header', schema: {} },
          { name: 'query_id', in: 'cookie', schema: {} },
          { name: 'body', in: 'query', schema: {} },
          { name: 'id', in: 'query', schema: { type: 'integer' } },
        ],
      },
    ),
  );
  expect(shape.fields.map(({ name, target }) => [name, target])).toEqual([
    ['id', 'id'],
    ['query_id', 'id'],
    ['header_id', 'id'],
    ['cookie_query_id', 'query_id'],
    ['body', 'body'],
    ['body_2', ''],
  ]);
  expect(shape.body).toBe('whole');
});

test.each<[string, Schema, 'merged' | 'whole']>([
  ['a reference to an object', { $ref: '#/$defs/Point' }, 'merged'],
  ['allOf of objects', { allOf: [{ $ref: '#/$defs/Point' }, { properties: { z: {} } }] }, 'merged'],
  ['a reference with siblings', { $ref: '#/$defs/Point', required: ['y'] }, 'merged'],
  ['an escaped name', { $ref: '#/$defs/a~1b%20c' }, 'merged'],
  ['properties without a type', { properties: { a: {} } }, 'merged'],
  ['closed', { ...point, additionalProperties: false }, 'merged'],
  ['an array', { type: 'array', items: {} }, 'whole'],
  ['an object without properties', { type: 'object' }, 'whole'],
  ['an object or null', { ...point, type: ['object', 'null'] }, 'whole'],
  ['open to more properties of a type', { ...point, additionalProperties: { type: 'string' } }, 'whole'],
  ['a union', { ...point, oneOf: [{ required: ['y'] }] }, 'whole'],
  ['a union within allOf', { allOf: [point, { anyOf: [{ required: ['y'] }] }] }, 'whole'],
  ['a least number of properties', { ...point, minProperties: 1 }, 'whole'],
  [
    'allOf of which a part is closed to the others',
    { allOf: [{ ...point, additionalProperties: false }, { properties: { z: {} } }] },
    'whole',
  ],
  ['a dangling reference', { $ref: '#/$defs/Nothing' }, 'whole'],
  ['a reference to itself', { $ref: '#/$defs/Loop' }, 'whole'],
  ['everything', true, 'whole'],
  ['nothing', false, 'whole'],
])('a body is merged where it is plainly an object: %s', (_, schema, expected) => {
  const $defs: Record<string, Schema> = { Point: point, 'a/b c': point, Loop: { $ref: '#/$defs/Loop' } };
  expect(inputShape(withBody(schema, { $defs })).body).toBe(expected);
});

test('a property that two parts of allOf describe must be both', () => {
  const shape = inputShape(
    withBody({
      allOf: [
        { properties: { a: { type: 'string' } } },
        { properties: { a: { maxLength: 3 } }, required: ['a'] },
      ],
    }),
  );
  expect(shape.fields).toMatchObject([
    { name: 'a', required: true, schema: { allOf: [{ type: 'string' }, { maxLength: 3 }] } },
  ]);
});

test('read-only properties are no input, at any depth, and are not required', () => {
  const stamped: Schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { $ref: '#/$defs/Id' },
      name: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
    },
  };
  const $defs: Record<string, Schema> = { Id: { type: 'string', readOnly: true }, Stamped: stamped };
  const shape = inputShape(
    withBody(
      {
        type: 'object',
        required: ['id', 'parts'],
        properties: {
          id: { $ref: '#/$defs/Id' },
          parts: { type: 'array', items: { $ref: '#/$defs/Stamped' } },
        },
      },
      { $defs },
    ),
  );
  expect(shape.fields.map((field) => field.name)).toEqual(['parts']);
  expect(shape.schema).toMatchObject({ required: ['parts'] });
  expect(shape.schema['$defs']).toEqual({
    Stamped: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
    },
  });
});

test('the required properties of an optional body are required once any of it is given', () => {
  const shape = inputShape(withBody({ ...point, additionalProperties: false }, {}, false));
  expect(shape.schema).toMatchObject({
    if: { anyOf: [{ required: ['x'] }, { required: ['y'] }] },
    then: { required: ['x'] },
    additionalProperties: false,
  });
  expect(shape.fields).toMatchObject([{ required: false, requiredInBody: true }, { required: false }]);
  expect(shape.schema).not.toHaveProperty('required');
});

test('the schema carries the definitions it reaches, and no others', () => {
  const $defs: Record<string, Schema> = {
    Tree: {
      type: 'object',
      properties: {
        children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
        leaf: { $ref: '#/$defs/Leaf' },
      },
    },
    Leaf: { type: 'string' },
    Other: { $ref: '#/$defs/Tree' },
  };
  const shape = inputShape(withBody({ properties: { tree: { $ref: '#/$defs/Tree' } } }, { $defs }));
  expect(shape.schema['$defs']).toEqual({ Tree: $defs['Tree'], Leaf: $defs['Leaf'] });
});

test('order, labels and examples come from the template first', () => {
  const shape = inputShape(
    withBody(
      {
        type: 'object',
        properties: {
          max_tokens: { type: 'integer', default: 16 },
          userID: { type: 'string', title: 'User', examples: ['u1', 'u2'] },
          colour: { $ref: '#/$defs/Colour' },
          model: { default: null, type: 'string' },
        },
      },
      {
        parameters: [
          { name: 'X-Trace', in: 'header', schema: { type: 'string', examples: ['b'] }, example: 'a' },
        ],
        $defs: { Colour: { description: 'A colour', examples: ['red'], default: 'blue' } },
        'x-farebox': {
          order: ['colour', 'nothing', 'userID'],
          labels: { colour: 'Paint' },
          examples: { userID: 'me' },
        },
      },
    ),
  );
  expect(shape.fields.map(({ name, label }) => [name, label])).toEqual([
    ['colour', 'Paint'],
    ['userID', 'User'],
    ['X-Trace', 'X trace'],
    ['max_tokens', 'Max tokens'],
    ['model', 'Model'],
  ]);
  expect(shape.fields[0]).toMatchObject({ description: 'A colour', default: 'blue' });
  expect(exampleInput(shape)).toEqual({ colour: 'red', userID: 'me', 'X-Trace': 'a', max_tokens: 16 });
});

test('what a merged body requires is a field, described or not; a closed one that forbids it stays whole', () => {
  const schema = { ...point, required: ['x', 'team'] };
  expect(inputShape(withBody(schema)).fields.map(({ name, required }) => [name, required])).toContainEqual([
    'team',
    true,
  ]);
  expect(inputShape(withBody({ ...schema, additionalProperties: false })).body).toBe('whole');
});

test('the example of the body gives each property its own, and null counts as none', () => {
  const content = { 'application/json': { schema: point, example: { x: 1, y: null } } };
  expect(exampleInput(inputShape(operation({ requestBody: { required: true, content } })))).toEqual({ x: 1 });
});

test('headers that are not the caller’s to choose are left out', () => {
  const names = [
    'Accept', 'Accept-Encoding', 'content-type', 'AUTHORIZATION', 'Host', 'Transfer-Encoding', 'X-Ok',
  ]; // biome-ignore format: a list
  const shape = inputShape(
    operation({ parameters: names.map((name) => ({ name, in: 'header', schema: {} })) }),
  );
  expect(shape.fields.map((field) => field.name)).toEqual(['X-Ok']);
});

test('names that objects inherit are names like any other, and __proto__ is told of', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const properties = JSON.parse(
    '{"__proto__": {}, "constructor": {}, "toString": {}, "hasOwnProperty": {}, "valueOf": {}}',
  );
  const shape = inputShape(withBody({ type: 'object', properties, required: names }));
  expect(shape.fields.map((field) => field.name)).toEqual(names);
  expect(shape.fields.map((field) => field.label)).toEqual([
    'Constructor',
    'To string',
    'Has own property',
    'Value of',
  ]);
  expect(Object.keys(shape.schema['properties'] ?? {})).toEqual(names);
  expect(shape.unreachable).toEqual(['__proto__']);
  expect(exampleInput(shape)).toEqual({});
});

test.each([
  ['application/octet-stream', true, { type: 'string', format: 'binary' }],
  ['image/png', { description: 'A picture' }, { type: 'string', format: 'binary', description: 'A picture' }],
  ['image/png', { type: 'string', contentEncoding: 'base64' }, { type: 'string', contentEncoding: 'base64' }],
  ['text/plain', { type: 'string' }, { type: 'string' }],
])('a body of bytes says so: %s', (mediaType, schema, expected) => {
  const shape = inputShape(
    operation({ requestBody: { required: true, content: { [mediaType]: { schema } } } }),
  );
  expect(shape.fields).toMatchObject([{ name: 'body', schema: expected }]);
});

test('a part that is described by its media type alone is a file', () => {
  const picture: Schema = { type: 'string', contentMediaType: 'image/png' };
  const properties = {
    picture,
    pictures: { type: 'array', items: picture },
    note: { contentMediaType: 'text/plain' },
  };
  const content = { 'multipart/form-data': { schema: { type: 'object', properties } } };
  const shape = inputShape(operation({ requestBody: { required: true, content } }));
  expect(shape.fields.map((field) => field.schema)).toEqual([
    { ...picture, format: 'binary' },
    { type: 'array', items: { ...picture, format: 'binary' } },
    { contentMediaType: 'text/plain' },
  ]);
});
