import { type ImportedOperation, importDocument } from '../../../../../lib/import/import-document.ts';

type Json = Record<string, unknown>;

const info = { title: 'Things', version: '1' };

/** A document of OpenAPI 3.1 (or the version given) with one operation, `GET /things`, made of these parts. */
export function document3(
  operation: Json,
  components: Json = {},
  version = '3.1.0',
  method = 'get',
  path = '/things',
): Json {
  return {
    openapi: version,
    info,
    servers: [{ url: 'https://things.example/v1' }],
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
    components,
  };
}

/** The same of Swagger 2.0. */
export function document2(operation: Json, rest: Json = {}, method = 'get', path = '/things'): Json {
  return {
    swagger: '2.0',
    info,
    host: 'things.example',
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
    ...rest,
  };
}

/** A document whose one operation takes a JSON body of this schema. */
export function withBody(schema: unknown, version = '3.0.3', schemas: Json = {}): Json {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return document3({ requestBody }, { schemas }, version, 'post');
}

export function operationsOf(document: unknown): ImportedOperation[] {
  const result = importDocument(typeof document === 'string' ? document : JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  return result.operations;
}

/** The one operation of a document. */
export function onlyOperation(document: unknown): ImportedOperation {
  const [first, ...more] = operationsOf(document);
  if (first === undefined || more.length > 0)
    throw new Error(`expected one operation, found ${more.length + (first ? 1 : 0)}`);
  return first;
}

export function told(operation: ImportedOperation): string {
  return operation.losses.map(({ pointer, what }) => `${pointer}: ${what}`).join('\n');
}
