import {
  choice,
  document,
  flag,
  formatted,
  inPath,
  inQuery,
  type Json,
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
  Entity: object({
    id: { type: 'string', readOnly: true },
    'createdAt?': { type: 'string', format: 'date-time', readOnly: true },
    'externalId?': nullable({ type: 'string', maxLength: 40 }),
  }),
  Party: {
    allOf: [
      ref('Entity'),
      object({ kind: text, owner: nullable(formatted('email')), 'notes?': nullable(text) }),
    ],
    discriminator: { propertyName: 'kind' },
  },
  Person: {
    allOf: [
      ref('Party'),
      object({
        'kind?': choice('Person'),
        firstName: { type: 'string', minLength: 1 },
        'birthday?': nullable(formatted('date')),
        score: { type: 'number', minimum: 0, maximum: 1 },
      }),
    ],
  },
  Company: {
    allOf: [
      ref('Party'),
      object({
        'kind?': choice('Company'),
        domain: formatted('hostname'),
        size: { type: 'string', enum: ['1-10', '11-50', '51+', null], nullable: true },
      }),
    ],
  },
  Association: object({
    to: object({ id: text }),
    types: list(object({ category: choice('HUB', 'USER'), typeId: { type: 'integer', format: 'int32' } })),
  }),
  Filter: object({
    propertyName: text,
    operator: choice('EQ', 'NEQ', 'LT', 'GT', 'IN', 'HAS_PROPERTY', 'CONTAINS_TOKEN'),
    'value?': text,
    'values?': list(text),
  }),
};

const objectType = inPath(
  'objectType',
  choice('contacts', 'companies', 'deals', 'tickets', 'products', 'quotes', 'tasks'),
);

export const crm = document(
  '3.0.0',
  'CRM API',
  {
    'POST /parties': operation('createParty', 'Create a party', {
      body: { oneOf: [ref('Person'), ref('Company')], discriminator: { propertyName: 'kind' } },
    }),
    'GET /parties': operation('listParties', 'List parties', {
      parameters: [
        inQuery('archived', flag),
        inQuery('after', nullable(text)),
        inQuery('properties', list(text), { explode: false }),
      ],
    }),
    'POST /people': operation('createPerson', 'Create a person', {
      body: ref('Person'),
    }),
    'PUT /companies/{id}': operation('replaceCompany', 'Replace a company', {
      parameters: [inPath('id')],
      body: ref('Company'),
    }),
    'POST /objects/{objectType}': operation('createObject', 'Create an object', {
      parameters: [objectType],
      body: object({ properties, associations: list(ref('Association')) }),
    }),
    'POST /objects/{objectType}/search': operation('searchObjects', 'Search objects', {
      parameters: [objectType],
      body: object({
        filterGroups: list(object({ filters: list(ref('Filter')) })),
        sorts: list(text),
        properties: list(text),
        limit: { type: 'integer', format: 'int32' },
        after: text,
      }),
    }),
    'POST /objects/{objectType}/batch/update': operation('updateObjects', 'Update objects', {
      parameters: [objectType],
      body: object({ inputs: list(object({ id: text, properties }), { minItems: 1 }) }),
    }),
    'POST /schemas': operation('createSchema', 'Create a schema', {
      body: object({
        name: { type: 'string', pattern: '^[a-z][a-z0-9_]+$' },
        labels: object({ 'singular?': text, 'plural?': text }),
        requiredProperties: list(text),
        fields: list(
          object({
            name: text,
            label: text,
            type: choice('string', 'number', 'date', 'enumeration'),
            'hidden?': flag,
          }),
        ),
      }),
    }),
    'PUT /fields/{id}/values': operation('setValues', 'Set values', {
      parameters: [inPath('id', { type: 'integer', format: 'int64' })],
      body: {
        type: 'object',
        additionalProperties: { oneOf: [text, { type: 'number' }, flag] },
        minProperties: 1,
      },
    }),
    'POST /tasks': operation('createTask', 'Create a task', {
      body: object({
        title: text,
        due: nullable(formatted('date-time')),
        'assignee?': { allOf: [ref('Entity')], nullable: true },
        'priority?': { type: 'integer', enum: [1, 2, 3, 4], default: 3 },
        custom: { type: 'object', additionalProperties: list(text) },
      }),
    }),
  },
  { schemas },
);
