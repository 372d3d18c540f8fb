import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request } from 'express';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { Json } from './documents/parts.ts';
import { asRequestSchemas } from './request-schemas.ts';

interface Parameter extends JsonObject {
  name: string;
  /** Where its schema is. */
  at: string;
}

interface Place {
  pointer: string;
  operation: JsonObject;
  parameters: Parameter[];
  values: Record<string, string>;
}

/** Holds requests against the schemas of a document, as Ajv reads them. Returns what is wrong with each. */
export function requestChecker(raw: Json): (request: Request) => Promise<string[]> {
  const document = asRequestSchemas(raw);
  const isNew = String(document['openapi']).startsWith('3.1');
  const compilers = ([false, 'array'] as const).map((coerceTypes) => {
    const options = {
      strict: false,
      validateSchema: false,
      coerceTypes,
      allErrors: true,
      logger: false,
    } as const;
    const ajv = isNew ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(ajv);
    return ajv.addSchema(document, 'document');
  });
  const check = (pointer: string, value: unknown, isText: boolean, name: string): string[] => {
    const validate: ValidateFunction | undefined = compilers[isText ? 1 : 0]?.getSchema(
      `document#${pointer}`,
    );
    if (validate === undefined) throw new Error(`The document has nothing at ${pointer}.`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`);
  };
  return async (request) => {
    const place = findOperation(document, request);
    if (place === undefined) return [`There is no ${request.method} ${request.path}.`];
    return [...parameterFaults(place, request, check), ...(await bodyFaults(place, request, check))];
  };
}

type Check = (pointer: string, value: unknown, isText: boolean, name: string) => string[];

function findOperation(document: JsonObject, request: Request): Place | undefined {
  const paths = document['paths'];
  for (const [template, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
    const found = new RegExp(`^${template.replace(/\{[^}]+\}/g, '([^/]+)')}$`).exec(request.path);
    const method = request.method.toLowerCase();
    const operation = isJsonObject(item) ? item[method] : undefined;
    if (!found || !isJsonObject(operation) || !isJsonObject(item)) continue;
    const values = Object.fromEntries(
      names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]),
    );
    const pointer = `/paths/${template.replaceAll('/', '~1')}`;
    const parameters = [...parametersAt(item, pointer), ...parametersAt(operation, `${pointer}/${method}`)];
    return { pointer: `${pointer}/${method}`, operation, parameters, values };
  }
  return undefined;
}

function parametersAt({ parameters }: JsonObject, pointer: string): Parameter[] {
  const all = Array.isArray(parameters) ? parameters.filter(isJsonObject) : [];
  return all.map((one, at) => ({
    ...one,
    name: String(one['name']),
    at: `${pointer}/parameters/${at}/schema`,
  }));
}

function parameterFaults({ parameters, values }: Place, request: Request, check: Check): string[] {
  const faults = parameters.flatMap((parameter) => {
    const value = parameterValue(parameter, request, values);
    if (value === undefined) return parameter['required'] === true ? [`${parameter.name} is missing`] : [];
    return check(parameter.at, value, true, parameter.name);
  });
  // `a[b]` is known by its whole name, or is part of `a`.
  const unknown = Object.keys(request.query).filter((name) =>
    parameters.every((one) => !one.name.startsWith(name)),
  );
  return [...faults, ...unknown.map((name) => `${name} is no parameter`)];
}

const delimiters: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' };

function parameterValue(
  { in: where, name, schema, style, explode }: Parameter,
  request: Request,
  values: Record<string, string>,
): unknown {
  const isList = isJsonObject(schema) && schema['type'] === 'array';
  const split = (text: string) => (isList ? text.split(delimiters[String(style)] ?? ',') : text);
  if (where === 'path') return split(values[name] ?? '');
  if (where === 'header') return request.get(name);
  if (style === 'deepObject') return request.query[name];
  const given = new URLSearchParams(request.originalUrl.split('?')[1]).getAll(name);
  if (given.length === 0) return undefined;
  return isList && explode !== false ? given : split(given[0] ?? '');
}

async function bodyFaults({ pointer, operation }: Place, request: Request, check: Check): Promise<string[]> {
  const wanted = isJsonObject(operation['requestBody']) ? operation['requestBody'] : undefined;
  const type = request.get('content-type')?.split(';')[0];
  if (type === undefined) return wanted?.['required'] === true ? ['The body is missing.'] : [];
  const content = isJsonObject(wanted?.['content']) ? wanted['content'] : {};
  const media = content[type];
  if (!isJsonObject(media)) return [`A body of ${type} is not wanted.`];
  const at = `${pointer}/requestBody/content/${type.replaceAll('/', '~1')}/schema`;
  if (type === 'application/json') return check(at, request.body, false, 'body');
  if (type === 'application/x-www-form-urlencoded') return check(at, request.body, true, 'body');
  if (type === 'multipart/form-data') return check(at, await formParts(request, media), true, 'body');
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? [] : ['The body is empty.'];
}

/** The parts of a multipart body; objects are JSON, and a file is its name. */
async function formParts(request: Request, { schema }: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const body = new Uint8Array(Buffer.isBuffer(request.body) ? request.body : []);
  const form = await new Response(body, { headers }).formData();
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const entries = [...new Set(form.keys())].map((name): [string, JsonValue] => {
    const parts = form.getAll(name).map((part) => (typeof part === 'string' ? part : part.name));
    const property = properties[name];
    const isObject = isJsonObject(property) && property['type'] === 'object';
    const [first = '', ...more] = parts;
    return [name, isObject ? JSON.parse(first) : more.length > 0 ? parts : first];
  });
  return Object.fromEntries(entries);
}
