export type Json = Record<string, unknown>;

/** A document, once it is known where its API is. */
export type MakeDocument = (url: string) => Json;

const responses = {
  '200': { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
};

/** Operations are named by their method and path. */
export function document(
  openapi: string,
  title: string,
  operations: Json,
  components: Json = {},
): MakeDocument {
  const paths: Record<string, Json> = {};
  for (const [name, made] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: made };
  }
  return (url) => ({ openapi, info: { title, version: '1.0.0' }, servers: [{ url }], paths, components });
}

interface Parts {
  parameters?: Json[];
  /** The schema of a body in JSON that has to be there, */
  body?: Json;
  /** or that may be left out. */
  'body?'?: Json;
  /** Another body. */
  requestBody?: Json;
}

/** An operation; its parameters are in the query unless they say otherwise. */
export function operation(
  operationId: string,
  summary: string,
  { parameters, body, 'body?': optional, requestBody = body && json(body) }: Parts = {},
): Json {
  return {
    operationId,
    summary,
    ...(parameters && { parameters }),
    ...(optional ? { requestBody: { content: json(optional)['content'] } } : requestBody && { requestBody }),
    responses,
  };
}

function json(schema: Json): Json {
  return { required: true, content: { 'application/json': { schema } } };
}

/** Names that end with a question mark are optional. */
export function object(members: Json, more: Json = {}): Json {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  );
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...more };
}

export function choice(...values: string[]): Json {
  return { type: 'string', enum: values };
}

export function formatted(format: string): Json {
  return { type: 'string', format };
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
