import { expect, test } from 'vitest';
import { operationSchema } from '../../../../lib/operation/operation.ts';
import { reportedRequest } from '../../../../lib/import/import-report.ts';
import { document2, document3, onlyOperation, operationsOf, told } from './cases/documents.ts';
import { operationCases } from './cases/operations.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

test.each(Object.entries(operationCases))(
  'an operation carries over: %s',
  (_what, { document, carries, sends, tells }) => {
    const imported = onlyOperation(document);
    expect(imported.imported).toBe(true);
    expect(operationSchema.safeParse(imported.operation).success).toBe(true);
    if (carries !== undefined) expect(imported.operation).toMatchObject(carries);
    if (sends !== undefined) expect(reportedRequest(imported)).toMatchObject(sends);
    for (const text of tells ?? []) expect(told(imported)).toContain(text);
  },
);

test('ids are slugs, unique, and made of method and path where there is no operationId', () => {
  const get = (operationId?: string) => ({ get: { operationId, responses: {} } });
  const paths = {
    '/a': get('createQRCode'),
    '/b': get('create_qr_code'),
    '/pets/{id}': get(),
    '/c': get('Größe messen!'),
  };
  const operations = operationsOf({ ...document3({}), paths });
  expect(operations.map(({ id }) => id)).toEqual([
    'create-qr-code',
    'create-qr-code-2',
    'get-pets-id',
    'gro-e-messen',
  ]);
});

test('a name is no longer than a slug may be, with its number', () => {
  const get = { get: { operationId: 'x'.repeat(300), responses: {} } };
  const operations = operationsOf({ ...document3({}), paths: { '/a': get, '/b': get } });
  expect(operations.map(({ id }) => id.length <= 64)).toEqual([true, true]);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(2);
});

test('an operation that nobody has written yet is one, and costs the others nothing', () => {
  const operations = operationsOf({
    ...document3({}),
    paths: { '/a': { get: null, post: { responses: {} }, put: 'later' } },
  });
  expect(operations.map(({ method, imported }) => [method, imported])).toEqual([
    ['get', true],
    ['post', true],
  ]);
  expect(operations[0] && told(operations[0])).toContain('Only its method and path are known');
});

test('an operation that stands in another file is as much as this one tells, and says so', () => {
  const [imported] = operationsOf({ ...document3({}), paths: { '/a/{id}': { get: { $ref: 'get.yaml' } } } });
  expect(imported).toMatchObject({ imported: true, example: { id: 'text' } });
  expect(imported && told(imported)).toContain(
    '/get: Only its method and path are known: "get.yaml" is outside',
  );
});

test.each([
  [
    'fields',
    document3({
      parameters: Array.from({ length: 10_000 }, (_, index) => ({
        name: `q${index}`,
        in: 'query',
        required: true,
        schema: { type: 'string', pattern: '^[a-z]+$' },
      })),
    }),
  ],
  [
    'characters',
    document3({}, {}, '3.1.0', 'get', Array.from({ length: 10_000 }, (_, index) => `/{p${index}}`).join('')),
  ],
])('an operation of far too many %s costs itself alone', (what, document) => {
  const operation = onlyOperation(document);
  expect(operation.imported).toBe(false);
  expect(told(operation)).toMatch(new RegExp(`It is not imported: it.* has \\d+ ${what}; the limit is \\d+`));
});

test('collectionFormat means the same in the request', () => {
  const request = (collectionFormat: string) => {
    const parameter = {
      name: 'ids',
      in: 'query',
      required: true,
      type: 'array',
      items: { type: 'integer' },
      collectionFormat,
      'x-example': [1, 2],
    };
    return reportedRequest(onlyOperation(document2({ parameters: [parameter] })))?.url.split('?')[1];
  };
  expect(['csv', 'ssv', 'pipes', 'multi'].map(request)).toEqual([
    'ids=1,2',
    'ids=1%202',
    'ids=1%7C2',
    'ids=1&ids=2',
  ]);
});

test('an optional body of hundreds of fields that need each other costs no more than the fields', () => {
  const names = Array.from({ length: 400 }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', example: 'a' }]));
  const schema = { type: 'object', properties, required: names };
  const took = cpuMs(() => {
    const imported = onlyOperation(
      document3({ requestBody: { content: { 'application/json': { schema } } } }, {}, '3.0.3', 'post'),
    );
    expect(Object.keys(imported.example ?? {})).toHaveLength(400);
  });
  expect(took).toBeLessThan(5_000);
});
