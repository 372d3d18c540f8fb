import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import fc from 'fast-check';
import Enforcer from 'openapi-enforcer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoundRequest, bindInput } from '../../../../lib/bind/bind.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import type { MediaType, Operation, Parameter, Schema } from '../../../../lib/operation/operation.ts';
import { runs } from '../../../setup/runs.ts';

/*
 * What is bound is sent over a real connection to the toolbox's framework, express with express-openapi-validator, and
 * read back by it. It reads neither label nor matrix, objects in a path, nor cookies: those are read by
 * openapi-enforcer. Both decode before they split, so lists that share one value hold no delimiters here.
 */

const names = ['red', 'green', 'blue'];
const strings: Schema = { type: 'array', items: { type: 'string' } };
const colours: Schema = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
};

const query: Record<string, Omit<Parameter, 'name' | 'in'>> = {
  text: { schema: { type: 'string' } },
  number: { schema: { type: 'number' } },
  list: { schema: strings },
  'list-joined': { schema: strings, explode: false },
  'list-spaces': { schema: strings, style: 'spaceDelimited', explode: false },
  'list-pipes': { schema: strings, style: 'pipeDelimited', explode: false },
  object: { schema: colours },
  'object-joined': { schema: colours, explode: false },
  deep: { schema: { type: 'object', additionalProperties: true }, style: 'deepObject', explode: true },
  json: { content: { 'application/json': { schema: {} } } },
};

const bodies: Record<string, MediaType> = {
  'application/json': { schema: {} },
  'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: true } },
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        list: strings,
        object: { type: 'object' },
        file: { type: 'string', format: 'binary' },
      },
    },
  },
};

interface Echo {
  params: JsonObject;
  query: JsonObject;
  headers: Record<string, string>;
  body: JsonValue;
  files: { name: string; fileName: string; type: string; base64: string }[];
}

let server: Server;
let origin = '';

beforeAll(async () => {
  const app = express();
  app.set('query parser', 'extended');
  app.use(express.json({ strict: false }), express.urlencoded({ extended: true }));
  app.use(middleware({ apiSpec: document(), validateRequests: true, fileUploader: {} }));
  app.use((request, response) => {
    const uploaded = Array.isArray(request.files) ? request.files : [];
    response.json({
      params: request.params,
      query: request.query,
      headers: request.headers,
      body: request.body ?? null,
      files: uploaded.map(({ fieldname, originalname, mimetype, buffer }) => ({
        name: fieldname,
        fileName: originalname,
        type: mimetype,
        base64: buffer.toString('base64'),
      })),
      ...(request.openapi ? { params: request.openapi.pathParams } : {}),
    });
  });
  const onError: ErrorRequestHandler = (error: Error, _request, response, _next) =>
    void response.status(500).send(error.message);
  app.use(onError);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(() => server.close());

function document(): OpenAPIV3.DocumentV3 {
  const answer = { 200: { description: 'What was read' } };
  const queries = Object.entries(query).map(([name, parameter]) => [
    `/query/${name}`,
    { get: { parameters: [{ name: 'v', in: 'query', ...parameter }], responses: answer } },
  ]);
  const written = Object.entries(bodies).map(([mediaType, media]) => [
    `/body/${mediaType}`,
    { post: { requestBody: { required: true, content: { [mediaType]: media } }, responses: answer } },
  ]);
  const value = { name: 'v', in: 'path', required: true, schema: { type: 'string' } };
  const headers = { name: 'v', in: 'header', schema: { type: 'string' } };
  const list = { name: 'list', in: 'header', style: 'simple', schema: strings };
  const paths: unknown = Object.fromEntries([
    ...queries,
    ...written,
    ['/path/{v}', { get: { parameters: [value], responses: answer } }],
    ['/header', { get: { parameters: [headers, list], responses: answer } }],
  ]);
  return asDocument({ openapi: '3.0.3', info: { title: 'Echo', version: '1' }, paths });
}

/** The document is checked by the validator that reads it. */
function asDocument(value: unknown): OpenAPIV3.DocumentV3 {
  return value as OpenAPIV3.DocumentV3;
}

function bound(parts: Partial<Operation>, input: JsonObject): BoundRequest {
  const operation: Operation = { server: { url: origin }, method: 'get', path: '/', ...parts };
  const result = bindInput(operation, inputShape(operation), input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.request;
}

/** Sends the request as it was bound: not a byte of its path, headers or body is touched. */
async function echo(parts: Partial<Operation>, input: JsonObject): Promise<Echo> {
  const { method, url, headers, body } = bound(parts, input);
  const outgoing = httpRequest(origin, { method, path: url.slice(origin.length), agent: false });
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (incoming.statusCode !== 200) throw new Error(text);
  return asEcho(JSON.parse(text));
}

/** The handler above writes nothing else. */
function asEcho(value: unknown): Echo {
  return value as Echo;
}

async function holds<T>(values: fc.Arbitrary<T>, check: (value: T) => Promise<unknown>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      await check(value);
    }),
    { numRuns: runs(10) },
  );
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
/** Within one value: no delimiter of any style. */
const piece = fc.string({
  unit: fc.constantFrom(...'abcXYZ019-_~é漢', '😀', '?', '#', '&', '+', '<', '"', "'", '@', ':'),
  minLength: 1,
  maxLength: 8,
});
const list = fc.array(piece, { minLength: 1, maxLength: 6 });
const object = fc.dictionary(fc.constantFrom(...names), piece, { minKeys: 1 });
/** A key that is a small number would be read as the index of an array: the decoder cannot tell them apart. */
const record = fc.dictionary(fc.stringMatching(/^[kabc_][kabc_9]{0,8}$/), anyText, { minKeys: 1 });

function json(): fc.Arbitrary<JsonValue> {
  return fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => asJson(value))
    .filter((value) => !holdsForbiddenKey(value));
}

/** fast-check's JSON values are ours; `-0` is not, because JSON does not keep it. */
function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function holdsForbiddenKey(value: JsonValue): boolean {
  return JSON.stringify(value).includes('"__proto__"');
}

describe('query parameters come back as they were given', () => {
  const read = async (name: string, value: JsonValue) => {
    const parameter: Parameter = { name: 'v', in: 'query', ...query[name] };
    return (await echo({ path: `/query/${name}`, parameters: [parameter] }, { v: value })).query['v'];
  };
  const cases: [string, fc.Arbitrary<JsonValue>][] = [
    ['text', anyText],
    ['number', fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => number + 0)],
    ['list', fc.array(anyText, { minLength: 1, maxLength: 8 })],
    ['list-joined', list],
    ['list-spaces', list],
    ['list-pipes', list],
    ['object', object],
    ['object-joined', object],
    ['deep', record],
    ['json', json().filter(isTruthy)],
  ];
  test.each(cases)('%s', async (name, values) => {
    await holds(values, async (value) => expect(await read(name, value)).toEqual(value));
  });

  test('nested objects and arrays of deepObject', async () => {
    const nested = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.oneof(anyText, record, fc.array(anyText, { minLength: 1, maxLength: 5 })),
      { minKeys: 1 },
    );
    await holds(nested, async (value) => expect(await read('deep', value)).toEqual(value));
  });
});

describe('path parameters come back as they were given', () => {
  test('simple text', async () => {
    const parameters: Parameter[] = [{ name: 'v', in: 'path', schema: { type: 'string' } }];
    // A dot between semicolons is refused: some servers read what follows a semicolon as a segment of its own.
    const spaced = fc.stringMatching(/^[a-z][ %!.,;=|]*[a-z]$/).filter((text) => !/;\.{1,2};/.test(text));
    await holds(fc.oneof(piece, spaced), async (v) => {
      expect((await echo({ path: '/path/{v}', parameters }, { v })).params).toEqual({ v });
    });
  });

  const styles = (['simple', 'label', 'matrix'] as const).flatMap((style) =>
    [false, true].flatMap((explode) => [
      { style, explode, schema: { type: 'string' }, values: piece },
      { style, explode, schema: strings, values: list },
      { style, explode, schema: colours, values: object },
    ]),
  );
  test.each(styles)('$style, explode $explode, $schema.type', async ({ style, explode, schema, values }) => {
    const parameter: Parameter = { name: 'v', in: 'path', required: true, style, explode, schema };
    const parse = decoder(parameter);
    await holds<JsonValue>(values, async (value) => {
      const { url } = bound({ path: '/path/{v}', parameters: [parameter] }, { v: value });
      expect(parse(url.slice(`${origin}/path/`.length))).toEqual(value);
    });
  });
});

describe('headers and cookies come back as they were given', () => {
  const latin = fc.string({
    unit: fc
      .integer({ min: 0x21, max: 0xff })
      .filter((code) => code < 0x7f || code > 0x9f)
      .map((code) => String.fromCharCode(code)),
    minLength: 1,
  });

  test('text and lists in headers', async () => {
    const parameters: Parameter[] = [
      { name: 'v', in: 'header', schema: { type: 'string' } },
      { name: 'list', in: 'header', schema: strings },
    ];
    const items = fc.array(
      latin.filter((text) => !text.includes(',')),
      { minLength: 1, maxLength: 5 },
    );
    await holds(fc.tuple(latin, items), async ([v, listed]) => {
      const { headers } = await echo({ path: '/header', parameters }, { v, list: listed });
      expect(headers).toMatchObject({ v, list: listed });
    });
  });

  test('JSON in a header', async () => {
    const parameters: Parameter[] = [{ name: 'v', in: 'header', content: { 'application/json': {} } }];
    await holds(json(), async (v) => {
      const { headers } = await echo({ path: '/header', parameters }, { v });
      expect(JSON.parse(String(headers['v']))).toEqual(v);
    });
  });

  test.each<{ schema: Schema; values: fc.Arbitrary<JsonValue> }>([
    { schema: { type: 'string' }, values: piece },
    { schema: strings, values: list },
    { schema: colours, values: object },
  ])('cookies of one value: $schema.type', async ({ schema, values }) => {
    const parameter: Parameter = { name: 'v', in: 'cookie', style: 'form', explode: false, schema };
    const parse = decoder(parameter);
    await holds(values, async (value) => {
      const { headers } = await echo({ path: '/header', parameters: [parameter] }, { v: value });
      expect(parse(decodeURIComponent(String(headers['cookie'])))).toEqual(value);
    });
  });
});

describe('bodies come back as they were given', () => {
  const post = (mediaType: string, input: JsonObject) =>
    echo(
      {
        method: 'post',
        path: `/body/${mediaType}`,
        requestBody: { required: true, content: { [mediaType]: bodies[mediaType] ?? {} } },
      },
      input,
    );

  test('JSON', async () => {
    await holds(json().filter(isTruthy), async (body) => {
      expect((await post('application/json', { body })).body).toEqual(body);
    });
  });

  test('forms', async () => {
    const values = fc.dictionary(
      fc.constantFrom('a', 'b', 'c d', 'é'),
      fc.oneof(anyText, fc.array(anyText, { minLength: 2, maxLength: 5 })),
    );
    await holds(values, async (body) => {
      expect((await post('application/x-www-form-urlencoded', { body })).body).toEqual(body);
    });
  });

  test('multipart', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('base64'));
    const values = fc.record({
      text: fc.string({ unit: 'binary' }),
      list: fc.array(anyText, { minLength: 2, maxLength: 4 }),
      object: json().filter((value) => isJsonObject(value)),
      file: bytes,
    });
    await holds(values, async ({ file, ...fields }) => {
      const answer = await post('multipart/form-data', {
        ...fields,
        file: `data:image/png;name=a%20b.png;base64,${file}`,
      });
      // The validator marks the place of a file with an empty text.
      expect(answer.body).toEqual({ ...fields, file: '' });
      expect(answer.files).toEqual([{ name: 'file', fileName: 'a b.png', type: 'image/png', base64: file }]);
    });
  });
});

/** openapi-enforcer returns pairs of a value and what is wrong, and has no types. */
function decoder(parameter: Parameter): (text: string) => unknown {
  const [definition, fault] = new Enforcer.v3_0.Parameter(parameter);
  if (fault) throw new Error(fault.toString());
  return (text) => {
    const [value, error] = definition.parse(text);
    if (error) throw new Error(error.toString());
    return value;
  };
}

/** express-openapi-validator takes a falsy value for an absent one. */
function isTruthy(value: JsonValue): boolean {
  return Boolean(value);
}
