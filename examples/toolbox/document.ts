import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const documentFile = new URL('../../catalogue/openapi/toolbox.yaml', import.meta.url);

export function readDocument(): OpenAPIV3.DocumentV3_1 {
  return asDocument(parse(readFileSync(documentFile, 'utf8')));
}

/** Tests hold it to OpenAPI's own schema, and call every operation. */
function asDocument(value: unknown): OpenAPIV3.DocumentV3_1 {
  return value as OpenAPIV3.DocumentV3_1;
}

/** A call with the document's own examples and defaults. */
export interface ExampleRequest {
  operationId: string;
  method: string;
  /** The path in the document, with parameters in braces. */
  template: string;
  path: string;
  init: RequestInit;
  responses: JsonObject;
}

export function exampleRequests(): ExampleRequest[] {
  return Object.entries(member(readDocument(), 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, operation]) =>
      exampleRequest(path, method, isJsonObject(operation) ? operation : {}),
    ),
  );
}

function exampleRequest(path: string, method: string, operation: JsonObject): ExampleRequest {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let filled = path;
  for (const parameter of objects(operation.parameters)) {
    const value = parameter.example ?? member(parameter, 'schema').default;
    if (value === undefined) continue;
    const name = String(parameter.name);
    if (parameter.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (parameter.in === 'header') headers[name] = String(value);
    if (parameter.in === 'query') query.push(...queryPairs(name, value, parameter));
  }
  const [mediaType, content] = Object.entries(member(member(operation, 'requestBody'), 'content'))[0] ?? [];
  const body = isJsonObject(content) ? member(content, 'example') : undefined;
  return {
    operationId: String(operation.operationId),
    method,
    template: path,
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    init: { method: method.toUpperCase(), ...encodeBody(mediaType, body, headers) },
    responses: member(operation, 'responses'),
  };
}

function queryPairs(name: string, value: unknown, { style, explode }: JsonObject): string[] {
  if (style === 'deepObject' && isJsonObject(value)) {
    return Object.entries(value).map(([key, item]) => `${name}[${key}]=${encodeURIComponent(String(item))}`);
  }
  const items = (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(String(item)));
  if (explode !== false) return items.map((item) => `${name}=${item}`);
  const separators: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '|' };
  return [`${name}=${items.join(separators[String(style)] ?? ',')}`];
}

function encodeBody(
  mediaType: string | undefined,
  body: JsonObject | undefined,
  headers: Record<string, string>,
) {
  if (!mediaType || !body) return { headers };
  if (mediaType === 'application/json') {
    return { headers: { ...headers, 'content-type': mediaType }, body: JSON.stringify(body) };
  }
  const form = mediaType === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) append(form, name, String(item));
  }
  return { headers, body: form };
}

/** Files are data URLs in the examples. */
function append(form: FormData | URLSearchParams, name: string, value: string): void {
  const [, type, base64] = /^data:([\w/+-]+);base64,(.*)$/.exec(value) ?? [];
  if (form instanceof FormData && type && base64) {
    form.append(name, new Blob([Buffer.from(base64, 'base64')], { type }), 'example');
  } else {
    form.append(name, value);
  }
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a name; an empty one if there is none. */
export function member(holder: unknown, name: string): JsonObject {
  const value = isJsonObject(holder) ? holder[name] : undefined;
  return isJsonObject(value) ? value : {};
}
