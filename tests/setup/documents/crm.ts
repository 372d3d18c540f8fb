import {
  document,
  flag,
  inPath,
  inQuery,
  type Json,
  jsonBody,
  list,
  object,
  operation,
  ref,
  text,
} from './parts.ts';

const nullable = (schema: Json) => ({ ...schema, nullable: true });
const properties = {
  type: 'object',
  additionalProperties: text,
  minProperties: 1,
  description: 'Property names and their values.',
  example: { lifecyclestage: 'lead' },
};

/** OpenAPI 3.0 with inheritance by `allOf`, `nullable: true`, maps and members that only a reply has. */
const schemas = {
  Entity: object(
    {
      id: { type: 'string', readOnly: true },
      createdAt: { type: 'string', format: 'date-time', readOnly: true },
      externalId: nullable({ type: 'string', maxLength: 40 }),
    },
    ['id'],
  ),
  Party: {
    allOf: [
      ref('Entity'),
      object({ kind: text, owner: nullable({ type: 'string', format: 'email' }), notes: nullable(text) }, [
        'kind',
        'owner',
      ]),
    ],
    discriminator: { propertyName: 'kind' },
  },
  Person: {
    allOf: [
      ref('Party'),
      object(
        {
          kind: { type: 'string', enum: ['Person'] },
          firstName: { type: 'string', minLength: 1 },
          birthday: nullable({ type: 'string', format: 'date' }),
          score: { type: 'number', minimum: 0, maximum: 1 },
        },
        ['firstName', 'score'],
      ),
    ],
  },
  Company: {
    allOf: [
      ref('Party'),
      object(
        {
          kind: { type: 'string', enum: ['Company'] },
          domain: { type: 'string', format: 'hostname' },
          size: { type: 'string', enum: ['1-10', '11-50', '51+', null], nullable: true },
        },
        ['domain', 'size'],
      ),
    ],
  },
  Association: object(
    {
      to: object({ id: text }, ['id']),
      types: list(
        object(
          {
            category: { type: 'string', enum: ['HUB', 'USER'] },
            typeId: { type: 'integer', format: 'int32' },
          },
          ['category', 'typeId'],
        ),
      ),
    },
    ['to', 'types'],
  ),
  Filter: object(
    {
      propertyName: text,
      operator: { type: 'string', enum: ['EQ', 'NEQ', 'LT', 'GT', 'IN', 'HAS_PROPERTY', 'CONTAINS_TOKEN'] },
      value: text,
      values: list(text),
    },
    ['propertyName', 'operator'],
  ),
};

const objectType = inPath('objectType', {
  type: 'string',
  enum: ['contacts', 'companies', 'deals', 'tickets', 'products', 'quotes', 'tasks'],
});

export const crm = document(
  '3.0.0',
  'CRM API',
  {
    '/parties': {
      post: operation('createParty', 'Create a party', {
        requestBody: jsonBody({
          oneOf: [ref('Person'), ref('Company')],
          discriminator: { propertyName: 'kind' },
        }),
      }),
      get: operation('listParties', 'List parties', {
        parameters: [
          inQuery('archived', flag),
          inQuery('after', nullable(text)),
          inQuery('properties', list(text), { explode: false }),
        ],
      }),
    },
    '/people': {
      post: operation('createPerson', 'Create a person', { requestBody: jsonBody(ref('Person')) }),
    },
    '/companies/{id}': {
      put: operation('replaceCompany', 'Replace a company', {
        parameters: [inPath('id')],
        requestBody: jsonBody(ref('Company')),
      }),
    },
    '/objects/{objectType}': {
      post: operation('createObject', 'Create an object', {
        parameters: [objectType],
        requestBody: jsonBody(
          object({ properties, associations: list(ref('Association')) }, ['properties', 'associations']),
        ),
      }),
    },
    '/objects/{objectType}/search': {
      post: operation('searchObjects', 'Search objects', {
        parameters: [objectType],
        requestBody: jsonBody(
          object(
            {
              filterGroups: list(object({ filters: list(ref('Filter')) }, ['filters'])),
              sorts: list(text),
              properties: list(text),
              limit: { type: 'integer', format: 'int32' },
              after: text,
            },
            ['filterGroups', 'limit', 'after', 'sorts', 'properties'],
          ),
        ),
      }),
    },
    '/objects/{objectType}/batch/update': {
      post: operation('updateObjects', 'Update objects', {
        parameters: [objectType],
        requestBody: jsonBody(
          object({ inputs: list(object({ id: text, properties }, ['id', 'properties']), { minItems: 1 }) }, [
            'inputs',
          ]),
        ),
      }),
    },
    '/schemas': {
      post: operation('createSchema', 'Create a schema', {
        requestBody: jsonBody(
          object(
            {
              name: { type: 'string', pattern: '^[a-z][a-z0-9_]+$' },
              labels: object({ singular: text, plural: text }),
              requiredProperties: list(text),
              fields: list(
                object(
                  {
                    name: text,
                    label: text,
                    type: { type: 'string', enum: ['string', 'number', 'date', 'enumeration'] },
                    hidden: flag,
                  },
                  ['name', 'label', 'type'],
                ),
              ),
            },
            ['name', 'labels', 'requiredProperties', 'fields'],
          ),
        ),
      }),
    },
    '/fields/{id}/values': {
      put: operation('setValues', 'Set values', {
        parameters: [inPath('id', { type: 'integer', format: 'int64' })],
        requestBody: jsonBody({
          type: 'object',
          additionalProperties: { oneOf: [text, { type: 'number' }, flag] },
          minProperties: 1,
        }),
      }),
    },
    '/tasks': {
      post: operation('createTask', 'Create a task', {
        requestBody: jsonBody(
          object(
            {
              title: text,
              due: nullable({ type: 'string', format: 'date-time' }),
              assignee: { allOf: [ref('Entity')], nullable: true },
              priority: { type: 'integer', enum: [1, 2, 3, 4], default: 3 },
              custom: { type: 'object', additionalProperties: list(text) },
            },
            ['title', 'due', 'custom'],
          ),
        ),
      }),
    },
  },
  { schemas },
);
