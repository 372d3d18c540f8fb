import { Ajv2020 } from 'ajv/dist/2020.js';
import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  readDocument,
  type ExampleRequest,
  exampleRequests,
  isJsonObject,
  type JsonObject,
  member,
} from '../../../examples/toolbox/document.ts';
import { heavyOperations } from '../../../examples/toolbox/heavy-operations.ts';
import { quickOperations } from '../../../examples/toolbox/app.ts';
import { startToolbox } from './toolbox-server.ts';
import formats from 'ajv-formats';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

const document = readDocument();
const requests = exampleRequests();
// Its own schema takes longest to compile.
const ajv = formats(new Ajv2020({ strict: false, allErrors: true }));

test('the document and the operations name each other, one to one', () => {
  const operations = [...Object.keys(quickOperations), ...Object.keys(heavyOperations)];
  expect(requests.map((request) => request.operationId).sort()).toEqual(operations.sort());
  expect(requests.length).toBeGreaterThanOrEqual(26);
});

test("the document keeps to OpenAPI's own schema", () => {
  const validator = new OpenAPISchemaValidator({ version: '3.1.0', validateApiSpec: true });
  expect(validator.validate(document).errors).toEqual([]);
});

test('the document is served as JSON', async () => {
  const response = await fetch(`${toolbox.url}/openapi.json`);
  expect(await response.json()).toEqual(document);
});

describe.each(requests)('$operationId', (request) => {
  test('answers its example call as the document says', async () => {
    const response = await fetch(toolbox.url + request.path, request.init);
    expect(response.status).toBe(200);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const documented = member(member(member(request.responses, '200'), 'content'), type);
    expect(documented.example, `an example of ${type}`).toBeDefined();
    if (type === 'application/json') {
      const body: unknown = await response.json();
      const validate = validatorOf(documented);
      for (const value of [body, documented.example]) {
        validate(value);
        expect(validate.errors ?? []).toEqual([]);
      }
      if (!changing.has(request.operationId)) expect(body).toEqual(documented.example);
    } else if (type.startsWith('text/')) {
      expect(await response.text()).toBe(documented.example);
    } else {
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  test('has a summary, a description, a tag, and no field that nobody documents', async () => {
    const operation = documentedOperation(request);
    for (const part of ['summary', 'description', 'tags']) expect(operation[part], part).toBeTruthy();
    const path = `${request.path}${request.path.includes('?') ? '&' : '?'}nobody-documents-this=1`;
    expect((await fetch(toolbox.url + path, request.init)).status).toBe(400);
  });

  test('bounds each of its inputs', () => {
    const operation = documentedOperation(request);
    expect(
      unbounded({ parameters: operation.parameters ?? null, body: operation.requestBody ?? null }),
    ).toEqual([]);
  });
});

test.each(
  // biome-ignore format: a list
  [
    '/qr-codes', '/ids', '/cron-runs', '/times', '/colours/contrast', '/colours/conversion',
    '/colours/scale',
  ],
)('%s needs no input at all', async (path) => {
  expect((await fetch(toolbox.url + path)).status).toBe(200);
});

/** Their replies hold the time or chance; the response schema judges them alone. */
const changing = new Set(['createIds', 'generateText']);

function documentedOperation({ operationId }: ExampleRequest): JsonObject {
  const all = Object.values(member(document, 'paths')).flatMap((methods) =>
    Object.values(isJsonObject(methods) ? methods : {}),
  );
  return all.filter(isJsonObject).find((operation) => operation.operationId === operationId) ?? {};
}

function validatorOf(mediaType: JsonObject) {
  return ajv.compile({ ...member(mediaType, 'schema'), components: member(document, 'components') });
}

/** Pointers of strings without maxLength, numbers without both ends, and arrays without maxItems. */
function unbounded(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) =>
    key === 'example' || key === 'default' ? [] : unbounded(child, `${pointer}/${key}`),
  );
  return isJsonObject(value) && !isBounded(value) ? [pointer, ...below] : below;
}

function isBounded(schema: JsonObject): boolean {
  if ('enum' in schema || 'const' in schema || schema.format === 'binary') return true;
  const types = [schema.type].flat();
  if (types.includes('string') && !('maxLength' in schema)) return false;
  if (types.includes('array') && !('maxItems' in schema)) return false;
  const number = types.includes('integer') || types.includes('number');
  return !number || types.includes('string') || ('minimum' in schema && 'maximum' in schema);
}
