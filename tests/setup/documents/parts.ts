export type Json = Record<string, unknown>;

/** A document, once it is known where its API is. */
export type MakeDocument = (url: string) => Json;

const responses = {
  '200': { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
};

export function document(openapi: string, title: string, paths: Json, components: Json = {}): MakeDocument {
  return (url) => ({ openapi, info: { title, version: '1.0.0' }, servers: [{ url }], paths, components });
}

/** An operation; its parameters are in the query unless they say otherwise. */
export function operation(
  operationId: string,
  summary: string,
  parts: { parameters?: Json[]; requestBody?: Json; description?: string } = {},
): Json {
  return { operationId, summary, ...parts, responses };
}

export function jsonBody(schema: Json, required = true): Json {
  return { ...(required ? { required } : {}), content: { 'application/json': { schema } } };
}

export function object(properties: Json, required: string[] = [], more: Json = {}): Json {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...more };
}

export function list(items: Json, more: Json = {}): Json {
  return { type: 'array', items, ...more };
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function inPath(name: string, schema: Json = { type: 'string' }, more: Json = {}): Json {
  return { name, in: 'path', required: true, schema, ...more };
}

export function inQuery(name: string, schema: Json, more: Json = {}): Json {
  return { name, in: 'query', schema, ...more };
}

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const flag = { type: 'boolean' };
