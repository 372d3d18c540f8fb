import type { JsonObject } from '../json/json.ts';
import type { SchemaNode } from './api-document.ts';
import type { ApiOperation } from './api-operations.ts';

/** A product of this portal, so that the command works. */
export interface CurlExample {
  origin: string;
  slug: string;
  input: JsonObject;
}

/** An example command for POSIX shells. */
export function operationCurl(operation: ApiOperation, example: CurlExample): string {
  const { method, path, parameters, body } = operation;
  const query = new URLSearchParams();
  let address = path;
  for (const { in: place, name, required } of parameters) {
    const value = ofProduct.has(name) ? example.slug : placeholder(name);
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && (required || name === 'id')) query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const lines = [
    `curl ${methodFlag(operation)}${quoted(`${example.origin}${address}${search}`)}`,
    ...(isOwn(operation) ? ['  -H "Authorization: Bearer $FAREBOX_KEY"'] : []),
    ...(method === 'GET' || !body ? [] : [`  -d ${ownBodies[operation.id] ?? bodyOf(body, example)}`]),
  ];
  return lines.join(' \\\n');
}

/** The parameters that name a product. Only the reader knows the others. */
const ofProduct = new Set(['api_id', 'id', 'slug']);

/** A body with a name is the input of a product. */
function bodyOf(body: SchemaNode, { input }: CurlExample): string {
  return quoted(JSON.stringify(body.$ref === undefined ? exampleOf(body, 'value') : input));
}

/** A value of a field, with what is required. Texts are for the reader to replace. */
function exampleOf({ anyOf, oneOf, ...schema }: SchemaNode, name: string): unknown {
  const [branch] = anyOf ?? oneOf ?? [];
  if (branch) return exampleOf(branch, name);
  const given = schema.const ?? schema.default;
  if (given !== undefined) return given;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    const required = fields.filter(([field]) => schema.required?.includes(field));
    const shown = required.length > 0 ? required : fields.slice(0, 1);
    return Object.fromEntries(shown.map(([field, inner]) => [field, exampleOf(inner, field)]));
  }
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, name)];
  if (schema.type === 'integer' || schema.type === 'number') return 10;
  return schema.type === 'boolean' ? true : placeholder(name);
}

function placeholder(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** Bodies that are not the input of a product. */
const ownBodies: Record<string, string> = {
  openSession: String.raw`"{\"key\": \"$FAREBOX_KEY\"}"`,
  createKey: `'{"name": "My key"}'`,
};

/** The response depends on the caller, who is a guest without this header. */
function isOwn({ id, problems }: ApiOperation): boolean {
  if (id === 'openSession') return false;
  return problems.some(({ codes }) => codes.includes('invalid-key'));
}

/** With a body, curl sends a POST; without, a GET. */
function methodFlag({ method, body }: ApiOperation): string {
  return method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A call with a price limit and an idempotency key; `options` are lines of its own. */
export function callWithCeiling(
  { origin, slug, input }: CurlExample,
  ceiling = 10,
  options: string[] = [],
): string {
  return [
    `curl ${quoted(`${origin}/api/product/developer/call/${slug}`)}`,
    ...options.map((option) => `  ${option}`),
    `  -H 'Farebox-Max-Credits: ${ceiling}'`,
    "  -H 'Idempotency-Key: order-17'",
    `  -d ${quoted(JSON.stringify(input))}`,
    '  -D - -o reply',
  ].join(' \\\n');
}
